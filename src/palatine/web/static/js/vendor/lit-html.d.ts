// What of lit-html is used here.

/** A piece of a page: what `html` makes of a template. */
export interface TemplateResult {
  readonly strings: TemplateStringsArray;
  readonly values: unknown[];
}

export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;

/** Nothing at all: no child, no attribute. */
export const nothing: unique symbol;

/** Shows a template in an element; the next time only what differs is changed. */
export function render(value: TemplateResult | typeof nothing, into: HTMLElement): unknown;

/** A template for each of some items; those of one key stay the same elements wherever they move. */
export function repeat<Item>(items: Iterable<Item>, key: (item: Item) => unknown, template: (item: Item, index: number) => TemplateResult): unknown;
