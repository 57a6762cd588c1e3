import { NoWeight, type Scale } from './scale'

/** A weight in kilograms as decimal text, or why there is none: 400 of a scale that gives none, 404 where none has that name, 503 of one that is away. */
type Weighed =
  | { readonly peso: string; readonly status?: undefined }
  | { readonly status: 400 | 404 | 503; readonly motivo: string }

/** Letters of a reason, as the server takes it. */
const LONGEST = 300

/** Weighs on the scale of this name; on the first where none is named. */
export async function weighOn(
  scales: ReadonlyMap<string, Scale>,
  name: string | null,
  limitMs: number,
): Promise<Weighed> {
  const scale = name === null ? [...scales.values()][0] : scales.get(name)
  if (!scale) return { status: 404, motivo: 'Não há balança com este nome neste computador.' }
  try {
    return { peso: await scale.weigh(limitMs) }
  } catch (error) {
    if (!(error instanceof NoWeight)) throw error
    return { status: error.status === 'away' ? 503 : 400, motivo: error.message.slice(0, LONGEST) }
  }
}
