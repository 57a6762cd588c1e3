import { sql } from 'drizzle-orm'
import type { Ocorrencia } from '../../../core/banking/cnab/retorno'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Row } from '../../platform/resource'

/** Which boleto an occurrence is of: by the bank's number, however the bank writes it. */

/** What is known of a boleto to find it. */
export interface Known {
  readonly id: number
  readonly contas_receber_id: number
  readonly nosso_numero_dv: string
  readonly chave: string
  readonly valor: string
  readonly situacao: number
  readonly dOcorrencia: string | null
  readonly banco_cnab_id: number
}

const bare = (text: string): string => text.replaceAll(/[^\dA-Za-z]/g, '').replace(/^0+/, '')

/** The numbers that an occurrence may mean: as it stands, and without a check digit behind it. */
const keysOf = ({ nosso_numero }: Ocorrencia): readonly string[] => {
  const own = bare(nosso_numero)
  return own === '' ? [] : [own, own.slice(0, -1)].filter(Boolean)
}

interface Where {
  readonly empresa_id: number
  /** Collections of the file's bank and account. */
  readonly setups: readonly number[]
}

/** The boletos of occurrences, in their order; undefined where none is found, or more than one might be meant. */
export async function boletosOf(
  ctx: Ctx,
  { empresa_id, setups }: Where,
  all: readonly Ocorrencia[],
): Promise<readonly (Known | undefined)[]> {
  const keys = [...new Set(all.flatMap(keysOf))]
  const rows = await rowsOf(
    ctx,
    sql`select b.id, b.contas_receber_id, b.nosso_numero_dv, b.chave, b.valor::text as valor, b.situacao, b."dOcorrencia"::text as "dOcorrencia", b.banco_cnab_id
        from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) k(chave) join boleto b on b.empresa_id = ${empresa_id} and b.chave = k.chave
        where b.banco_cnab_id in (select jsonb_array_elements_text(${JSON.stringify(setups)}::jsonb)::int) order by b.id`,
  )
  const byKey = Map.groupBy(rows.map(knownOf), (one) => one.chave)
  return all.map((one) => matchOf(byKey, one))
}

const knownOf = (row: Row): Known => ({
  id: Number(row.id),
  contas_receber_id: Number(row.contas_receber_id),
  nosso_numero_dv: String(row.nosso_numero_dv ?? ''),
  chave: String(row.chave),
  valor: String(row.valor),
  situacao: Number(row.situacao),
  dOcorrencia: typeof row.dOcorrencia === 'string' ? row.dOcorrencia : null,
  banco_cnab_id: Number(row.banco_cnab_id),
})

/** The number as it stands goes before the number with its digit behind it; a digit that is told has to be the boleto's. */
function matchOf(byKey: ReadonlyMap<string, readonly Known[]>, one: Ocorrencia): Known | undefined {
  const own = bare(one.nosso_numero)
  const digit = one.nosso_numero_dv.trim()
  const whole = (byKey.get(own) ?? []).filter((other) => digit === '' || other.nosso_numero_dv === digit)
  const longer = (byKey.get(own.slice(0, -1)) ?? []).filter((other) => other.nosso_numero_dv === own.slice(-1))
  const named = [...whole, ...longer].find((other) => String(other.id) === one.uso_empresa.trim())
  if (named) return named
  const found = whole.length > 0 ? whole : longer
  return found.length === 1 ? found[0] : undefined
}
