import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Draft } from '../../platform/resource'

/** Loads that are not known, or not whole: what they come to is planned as less than it is, and whoever plans is told of whose. */

/** The sales whose weight, or volumes, nobody told. */
interface LoadFaults {
  readonly weight: readonly number[]
  readonly volumes: readonly number[]
}

/** Where loads stand: the lines, what they are lines of, and which vehicles bring them. */
const PLACES = {
  roteirizacao: {
    lines: sql`roteirizacao_entrega e where e.roteirizacao_id`,
    limits: (id: number) =>
      sql`roteirizacao_veiculo l join veiculo v on v.id = l.veiculo_id where l.roteirizacao_id = ${id}`,
    own: (column: string) => sql`coalesce(l.${sql.raw(column)}, v.${sql.raw(column)})`,
  },
  rota: {
    lines: sql`rota_venda e where e.rota_id`,
    limits: (id: number) => sql`rota r join veiculo v on v.id = r.veiculo_id where r.id = ${id}`,
    own: (column: string) => sql`v.${sql.raw(column)}`,
  },
} as const

/** The sales of a plan or route whose load is not known, where a vehicle has a limit that it counts against. */
export async function loadFaults(ctx: Pick<Ctx, 'db'>, of: keyof typeof PLACES, id: number): Promise<LoadFaults> {
  const { lines, limits, own } = PLACES[of]
  const rows = await rowsOf(
    ctx,
    sql`select e.venda_id, e.sem_peso, e.sem_volumes, x.kg, x.volumes from
          (select coalesce(bool_or(${own('capacidade_kg')} is not null), false) as kg, coalesce(bool_or(${own('capacidade_volumes')} is not null), false) as volumes from ${limits(id)}) x,
          ${lines} = ${id} and (e.sem_peso and x.kg or e.sem_volumes and x.volumes) order by e.venda_id`,
  )
  const namedBy = (flag: string, limit: string) =>
    rows.filter((row) => row[flag] === true && row[limit] === true).map((row) => Number(row.venda_id))
  return { weight: namedBy('sem_peso', 'kg'), volumes: namedBy('sem_volumes', 'volumes') }
}

/** Sales by their numbers: notices are kept, and people's names stay in the deliveries alone. */
export const salesText = (ids: readonly number[]): string =>
  `${ids.length === 1 ? 'venda' : 'vendas'} ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ` e mais ${ids.length - 5}` : ''}`

/** The faults as people are told of them. */
export const faultTexts = ({ weight, volumes }: LoadFaults): string[] => [
  ...(weight.length > 0
    ? [
        `Peso desconhecido ou incompleto (${salesText(weight)}): conta só o que se sabe. Informe o peso na entrega ou na mercadoria.`,
      ]
    : []),
  ...(volumes.length > 0
    ? [`Volumes não contados (${salesText(volumes)}): conta 1 por venda. Informe os volumes na entrega ou na venda.`]
    : []),
]

/** A load that somebody tells is known from then on. */
export function loadTold({ before, values }: Draft): void {
  const told = (name: string) => values[name] !== undefined && Number(values[name]) !== Number(before?.[name])
  if (!before) return
  if (told('peso')) values.sem_peso ??= false
  if (told('volumes')) values.sem_volumes ??= false
}
