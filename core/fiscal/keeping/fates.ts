import type { KeepingFault } from '../../fields/nfe/keeping-faults'
import { nfeLife } from '../../lifecycle/nfe'
import { stateOfNumber } from '../../lifecycle/standing'

/** What became of numbers of a series, and how it is called. The order decides where several notes have had one number: the first counts. */
export const FATES = {
  autorizada: 'Autorizada',
  cancelada: 'Cancelada',
  substituida: 'Substituída',
  denegada: 'Denegada',
  inutilizada: 'Inutilizada',
  andamento: 'Em andamento',
  abandonada: 'Abandonada, a inutilizar',
  sem_destino: 'Sem destino',
} as const
export type Fate = keyof typeof FATES

/** Fates that nobody is done with: something is still to be voided, sent or mended. */
export const OPEN_FATES: ReadonlySet<Fate> = new Set(['andamento', 'abandonada', 'sem_destino'])

/** A note that has a number of the series. */
export interface NumberedNote {
  readonly nNF: number
  /** As `nfe.status` numbers the states of a note's life. */
  readonly status: number
  /** Cancelled by the event of substitution (110112). */
  readonly substituted?: boolean
  readonly fault?: KeepingFault | null
}

/** A range of numbers that was declared as never used, or is about to be. */
export interface VoidedRange {
  readonly nIni: number
  readonly nFin: number
  readonly situacao: 'enviando' | 'inutilizada'
}

/** Numbers from `de` to `ate` of one fate: one number where a note has it, a run of them where none has. */
export interface NumberFate<N extends NumberedNote, V extends VoidedRange> {
  readonly de: number
  readonly ate: number
  readonly fate: Fate
  readonly note?: N
  readonly voided?: V
}

/** Numbers of a series, both ends within; `ate` before `de` where there are none. */
export interface NumberRange {
  readonly de: number
  readonly ate: number
}

const STATES: Readonly<Record<string, Fate>> = {
  enviando: 'andamento',
  rejeitada: 'andamento',
  autorizada: 'autorizada',
  cancelando: 'autorizada',
  cancelada: 'cancelada',
  abandonada: 'abandonada',
  denegada: 'denegada',
}
const ORDER = Object.keys(FATES)

/** What a note makes of its number. */
export function fateOf({ status, substituted = false }: NumberedNote): Fate {
  const fate = STATES[stateOfNumber(nfeLife, status)?.name ?? ''] ?? 'andamento'
  return fate === 'cancelada' && substituted ? 'substituida' : fate
}

/**
 * Tells the fate of every number of a range, once and in their order, while its notes come in: `take` them from the lowest number on, then `end`. Notes and voided ranges
 * beyond the range are told too (a note that was signed again in another month); numbers beyond it that nothing is known of are not.
 */
export function fateReader<N extends NumberedNote, V extends VoidedRange>(
  range: NumberRange,
  voids: readonly V[],
): { take: (notes: readonly N[]) => NumberFate<N, V>[]; end: () => NumberFate<N, V>[] } {
  const sorted = voids.toSorted((a, b) => a.nIni - b.nIni)
  let at = Math.min(range.de, sorted[0]?.nIni ?? range.de)
  let same: N[] = []
  /** Of a number that notes have had: the best of them, unless it was given up and voided. */
  const ofNotes = (nNF: number): NumberFate<N, V> => {
    const [note] = same.toSorted((a, b) => ORDER.indexOf(fateOf(a)) - ORDER.indexOf(fateOf(b)))
    const fate = note === undefined ? 'sem_destino' : fateOf(note)
    const voided = sorted.find((one) => one.nIni <= nNF && nNF <= one.nFin)
    const isVoid = fate === 'abandonada' && voided?.situacao === 'inutilizada'
    return { de: nNF, ate: nNF, fate: isVoid ? 'inutilizada' : fate, ...(note && { note }), ...(voided && { voided }) }
  }
  const flush = (): NumberFate<N, V>[] => {
    const nNF = same[0]?.nNF
    if (nNF === undefined) return []
    const told = [...emptyRuns({ de: at, ate: nNF - 1 }, range, sorted), ofNotes(nNF)]
    at = Math.max(at, nNF + 1)
    same = []
    return told
  }
  return {
    take: (notes) =>
      notes.flatMap((note) => {
        const told = same[0] !== undefined && same[0].nNF !== note.nNF ? flush() : []
        // A lowest note before all that is known begins the list.
        if (same.length === 0 && note.nNF < at) at = note.nNF
        same.push(note)
        return told
      }),
    end: () => [
      ...flush(),
      ...emptyRuns({ de: at, ate: Math.max(range.ate, ...sorted.map(({ nFin }) => nFin)) }, range, sorted),
    ],
  }
}

/** Numbers without a note: runs that were voided, and what nothing is known of within the range. */
function emptyRuns<V extends VoidedRange>(
  { de, ate }: NumberRange,
  range: NumberRange,
  voids: readonly V[],
): { readonly de: number; readonly ate: number; readonly fate: Fate; readonly voided?: V }[] {
  const runs: { de: number; ate: number; fate: Fate; voided?: V }[] = []
  const unknown = (from: number, to: number): void => {
    const run = { de: Math.max(from, range.de), ate: Math.min(to, range.ate) }
    if (run.de <= run.ate) runs.push({ ...run, fate: 'sem_destino' })
  }
  let at = de
  for (const voided of voids) {
    const run = { de: Math.max(at, voided.nIni), ate: Math.min(ate, voided.nFin) }
    if (run.de > run.ate) continue
    unknown(at, run.de - 1)
    runs.push({ ...run, fate: voided.situacao === 'inutilizada' ? 'inutilizada' : 'andamento', voided })
    at = run.ate + 1
  }
  unknown(at, ate)
  return runs
}
