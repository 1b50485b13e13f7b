"""How matches keep time: `calendar` (turns of secret orders), `pace` and `clocks` (single actions), `rest` (nights),
`times` (what is kept of it with a match). Nothing ticks: all is calculated from stored times."""
