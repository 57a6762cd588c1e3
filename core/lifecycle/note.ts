import type { Refusal, Unless } from './life'

/** What documents with a note of their own have in common: the fact `nota` tells that they have one that lives. */

const hasNote: Unless['when'] = ({ nota }) => nota === true

/** Issuing the note of a document that has none. `one`: `Esta venda`; `first` is said in the states before, whatever those say of other things. */
export const issuesNote = <S extends string>(one: string, first: Refusal, before: readonly S[]) => {
  const say: Partial<Record<S, Refusal>> = {}
  for (const state of before) say[state] = first
  return {
    say,
    unless: [{ when: hasNote, refuses: ['has_note', `${one} já tem nota fiscal.`] }],
    offer: 'menu',
    label: 'Emitir NF-e',
    past: 'Emitiu NF-e',
    failed: 'Não foi possível emitir a nota',
  } as const
}

/** Of documents that issue their notes as they are finalised. `the`: `a saída`. */
export const notFinished = (the: string): Refusal => ['not_finished', `Finalize ${the} antes de emitir a nota.`]

/** Cancelling a document that has a note: the note is cancelled, and takes it along. `the`: `a venda`. */
export const notWithNote = (one: string, the: string): Unless => ({
  when: hasNote,
  refuses: ['has_note', `${one} tem nota fiscal: cancele a nota, e ${the} é cancelada com ela.`],
})
