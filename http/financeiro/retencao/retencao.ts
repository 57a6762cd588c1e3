import { sql } from 'drizzle-orm'
import { retencaoFields } from '../../../core/fields/financeiro/retencao'
import { type Ctx, rowsOf } from '../../platform/context'
import { type RecordOf, resource, type Row } from '../../platform/resource'

/** Taxes that payers keep back of receivables: each is taken off what they owe, and waits for the proof that it was paid. */
export const retencao = resource({
  name: 'contas_receber_retencao',
  paths: ['financeiro/contas_receber_retencao'],
  title: 'Retenção na fonte',
  right: 'contas_receber',
  readOnly: true,
  company: 'own',
  fields: retencaoFields,
  search: ['nComprovante', 'conta_receber_id.numero'],
  display: ['tributo', 'valor', 'dComprovante'],
  indexes: [['empresa_id', 'dhComprovacao']],
})

export type Retencao = RecordOf<typeof retencao>

/** A receivable `t` of which a tax is kept back whose proof is not here yet. */
export const unproved = () =>
  sql`exists (select 1 from contas_receber_retencao k where k.conta_receber_id = t.id and k."dhComprovacao" is null and k."dhCancelamento" is null)`

/** What is kept back of a receivable, as its form shows it. */
export async function retainedOf(ctx: Ctx, id: unknown): Promise<Row[]> {
  const rows = await rowsOf(
    ctx,
    sql`select k.id, k.tributo, k.valor::text as valor, k."dComprovante"::text as "dComprovante", k."nComprovante", k."dhComprovacao"
        from contas_receber_retencao k where k.conta_receber_id = ${Number(id)} and k."dhCancelamento" is null order by k.id limit 400`,
  )
  return rows.map(({ valor, ...row }) => ({ ...row, valor: Number(valor) }))
}
