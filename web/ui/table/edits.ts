import { signal } from '@preact/signals-react'
import type { Row, Values } from '../row'

/** A row that was changed and is not saved: as the server told it, and as it is to be. */
export interface Edit {
  readonly stored: Row
  readonly row: Row
  /** Why the server did not take it. */
  readonly fault?: string
}

/** What is changed, by the number of the row. */
type Staged = ReadonlyMap<string, Edit>

/** What rows of a list are to those who change them. */
export interface EditRules {
  /** The row with this value written in this field, and what follows from it; null where it cannot be written. */
  readonly write: (row: Row, field: string, value: unknown) => Row | null
  /** Is it as it was stored? */
  readonly isSame: (row: Row, stored: Row) => boolean
}

/** A value that is written in a field of a row. */
export interface Written {
  /** As the list has it. */
  readonly row: Row
  readonly field: string
  readonly value: unknown
}

/** What became of changes that were sent. */
export interface Sent {
  /** What the server has of each row now, by its number. */
  readonly saved: ReadonlyMap<string, Values>
  /** Why it did not take a row, and what it has of it now. */
  readonly refused: ReadonlyMap<string, { readonly why: string; readonly now: Values }>
}

const STEPS = 200

/** Rows of a list that are changed in place: kept beside it until they are sent, one step after another taken back. */
export class Edits {
  readonly staged = signal<Staged>(new Map())
  private readonly past: Staged[] = []
  private readonly rules: EditRules

  constructor(rules: EditRules) {
    this.rules = rules
  }

  /** A row of the list as it is to be. */
  shown(row: Row): Row {
    return this.staged.value.get(String(row.id))?.row ?? row
  }

  /** Writes values, as one step; answers how many could not be written. A row that is as it was stored is no change any more. */
  write(cells: readonly Written[]): number {
    const next = new Map(this.staged.peek())
    let refused = 0
    for (const { row: known, field, value } of cells) {
      const id = String(known.id)
      const { stored, row } = next.get(id) ?? { stored: known, row: known }
      const changed = this.rules.write(row, field, value)
      if (changed === null) refused += 1
      else if (this.rules.isSame(changed, stored)) next.delete(id)
      else if (!this.rules.isSame(changed, row)) next.set(id, { stored, row: changed })
    }
    this.step(next)
    return refused
  }

  private step(next: Staged): void {
    const now = this.staged.peek()
    if (next.size === now.size && [...next].every(([id, edit]) => now.get(id) === edit)) return
    this.past.push(now)
    if (this.past.length > STEPS) this.past.shift()
    this.staged.value = next
  }

  /** Takes the last step back; false when there is none. */
  undo(): boolean {
    const before = this.past.pop()
    if (before === undefined) return false
    this.staged.value = before
    return true
  }

  /** Leaves all changes. */
  clear(): void {
    this.past.length = 0
    this.staged.value = new Map()
  }

  /** What was saved is no change any more; what was refused stays, over what the server has of it now. */
  settle({ saved, refused }: Sent): void {
    this.past.length = 0
    const left = [...this.staged.peek()].flatMap(([id, edit]) => {
      if (saved.has(id)) return []
      const told = refused.get(id)
      return [[id, told ? { ...edit, stored: { ...edit.stored, ...told.now }, fault: told.why } : edit] as const]
    })
    this.staged.value = new Map(left)
  }
}
