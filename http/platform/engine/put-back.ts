/** What the program itself puts back into a column that no caller writes. No JSON holds one. */
export class PutBack {
  constructor(readonly value: unknown) {}
}
