import { type SQL, sql } from 'drizzle-orm'
import { isWeak, sureLinks } from '../../../core/banking/dda-match'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { patchRows } from '../../platform/engine/write'
import { resourceNamed } from '../../platform/resource'
import { awaitedBy } from './awaited'
import { type Candidate, candidatesOf, ROOT } from './candidates'
import { linkSlips } from './link'
import { suspicionsOf } from './suspect'
import { companiesOf, lockMatching, type Waiting, waitingWhere } from './waiting'

/** Slips find their payables: what is sure is linked, what is likely is proposed, what waits for goods says so, and the rest is looked at twice. */

interface Outcome {
  readonly vistos: number
  readonly ligados: number
}

/** The supplier of each tax id: of exactly that, else the only one of its root. */
async function suppliersOf(ctx: Ctx, slips: readonly Waiting[]): Promise<ReadonlyMap<number, number>> {
  const ids = slips.map((one) => one.id)
  const rows = await rowsOf(
    ctx,
    sql`select d.id, coalesce(min(p.id) filter (where p."CNPJ_CPF" = d."issuerTaxId"), case when count(*) = 1 then min(p.id) end) as fornecedor_id
        from boleto_dda d join fornecedor p on ${ROOT} = d.raiz where d.id = any (${intArray(ids)}::int[]) group by d.id`,
  )
  return new Map(
    rows.flatMap((row) => (typeof row.fornecedor_id === 'number' ? [[Number(row.id), row.fornecedor_id]] : [])),
  )
}

const isLikely = (one: Candidate): boolean => !isWeak(one.porque)

/** Looks for what slips are of. Those that wait are held meanwhile; the others are left as they are. */
async function matchWaiting(ctx: Ctx, slips: readonly Waiting[]): Promise<Outcome> {
  if (slips.length === 0) return { vistos: 0, ligados: 0 }
  const found = await candidatesOf(
    ctx,
    slips.map((one) => one.id),
  )
  const own = new Set(slips.filter((one) => one.so_proposta).map((one) => one.id))
  const sure = sureLinks(found).filter((one) => !own.has(one.boleto_id))
  const linked = new Set(sure.map((one) => one.boleto_id))
  await tell(
    ctx,
    slips.filter((one) => !linked.has(one.id)),
    found,
  )
  return { vistos: slips.length, ligados: await linkSlips(ctx, sure, 'ligaPorSi') }
}

/** What is known of slips that are not linked: the best proposal, what they wait for, or why they are odd. */
async function tell(ctx: Ctx, rest: readonly Waiting[], found: readonly Candidate[]): Promise<void> {
  const best = new Map<number, Candidate>()
  for (const one of found) if (isLikely(one) && !best.has(one.boleto_id)) best.set(one.boleto_id, one)
  const open = rest.filter((one) => !best.has(one.id))
  const awaited = await awaitedBy(ctx, open)
  const odd = await suspicionsOf(
    ctx,
    open.filter((one) => !awaited.has(one.id)).map((one) => one.id),
  )
  const suppliers = await suppliersOf(ctx, rest)
  await patchRows(
    ctx,
    resourceNamed('boleto_dda'),
    rest.map((one) => {
      const proposal = best.get(one.id)
      const waits = awaited.get(one.id)
      const { desconhecido = false, fraude = false, motivo = null } = odd.get(one.id) ?? {}
      return {
        id: one.id,
        fornecedor_id: one.fornecedor_id ?? suppliers.get(one.id) ?? null,
        nfe_compra_id: waits?.nfe_compra_id ?? null,
        desconhecido,
        fraude,
        motivo:
          (proposal ? `${proposal.texto}: conta ${proposal.numero}.` : (waits?.texto ?? motivo))?.slice(0, 300) ?? null,
      }
    }),
  )
}

/** Looks for what these slips are of, where they wait. */
export const matchSlips = async (ctx: Ctx, ids: readonly number[]): Promise<Outcome> =>
  ids.length === 0 ? { vistos: 0, ligados: 0 } : matchWhere(ctx, sql`d.id = any (${intArray(ids)}::int[])`)

/** As `matchSlips`, of those of a condition over `d`. Who looks for payables of one company at once waits for one another: a payable is of one slip. */
export async function matchWhere(ctx: Ctx, which: SQL): Promise<Outcome> {
  const companies = await companiesOf(ctx, which)
  if (companies.length === 0) return { vistos: 0, ligados: 0 }
  await lockMatching(ctx, companies)
  return matchWaiting(ctx, await waitingWhere(ctx, which))
}

/** An entry's payables were opened: slips of its supplier, or of who collects for it, that waited for them find them. */
export async function matchSupplier(ctx: Ctx, empresa_id: number, fornecedor_id: number): Promise<void> {
  await matchWhere(
    ctx,
    sql`d.empresa_id = ${empresa_id} and (d.fornecedor_id = ${fornecedor_id}
        or d.raiz in (select ${ROOT} from fornecedor p where p.id = ${fornecedor_id})
        or d.raiz_sacador in (select ${ROOT} from fornecedor p where p.id = ${fornecedor_id})
        or d.raiz in (select a.raiz from boleto_dda_alias a where a.empresa_id = ${empresa_id} and a.fornecedor_id = ${fornecedor_id}))`,
  )
}
