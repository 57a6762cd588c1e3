import { volumeText } from './fields'
import type { LabelRecord } from './label'
import { slipCode } from './slip'

/** Volumes that the labels of one picking are printed for at most. */
export const MOST_VOLUMES = 999

/** What the labels of a picking are written of. Texts as they are to be read; `peso` in kilograms, of all of it. */
export interface Picking {
  readonly separacao_id: number
  readonly venda_id: number | null
  readonly cliente: string
  /** None or 0 is one volume (spec, picking labels). */
  readonly volumes: number | null
  readonly rota: string
  readonly transportadora: string
  readonly cidade: string
  readonly uf: string
  readonly peso: string
}

/** The labels of a picking, one a volume: which one of how many stands on each. */
export function pickingLabels({ separacao_id, venda_id, volumes, ...told }: Picking): LabelRecord[] {
  const total = Math.min(MOST_VOLUMES, Math.max(1, volumes ?? 1))
  return Array.from({ length: total }, (_, at) => ({
    ...told,
    codigo12: slipCode(separacao_id),
    separacao_id: String(separacao_id),
    venda_id: venda_id === null ? '' : String(venda_id),
    volume: volumeText(at + 1, total),
    volumes: total === 1 ? '1 volume' : `${total} volumes`,
  }))
}
