"""Lord and Master Triumphant: map, troops, characters and the orders of up to six nations."""
