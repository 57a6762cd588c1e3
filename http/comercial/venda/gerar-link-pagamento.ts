import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { CoreError } from '../../../core/errors'
import { staticBrCode } from '../../../core/pix/br-code'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { nothing } from '../../platform/inputs'
import { type RecordOf, type Row } from '../../platform/resource'
import { vendaDuplicata } from './venda'

/** What was paid, given up or cancelled is asked of nobody any more. */
async function stateOf(ctx: Ctx, { id }: RecordOf<typeof vendaDuplicata>): Promise<Row> {
  const [row] = await rowsOf(
    ctx,
    sql`select d.n, d.venda_id, coalesce(t."vSaldo", d."vDup") as valor, s."dhCancelamento" is not null as cancelada,
          e.pix_chave, coalesce(e."xFant", e."xNome") as nome, m."xMun" as cidade
        from venda_duplicata d join venda s on s.id = d.venda_id join empresa e on e.id = d.empresa_id
        left join municipio m on m.id = e."cMun" left join contas_receber t on t.id = d.conta_receber_id where d.id = ${id}`,
  )
  return row ?? {}
}

/**
 * How an instalment of a sale is paid by Pix: the static BR Code of the company's own key, of what is still owed (spec E3-185). Its identifier names sale and
 * instalment, so that the bank's statement tells what was paid. Throws 400 `no_pix_key`, `no_city`, `nothing_owed`.
 */
export const gerarLinkPagamento = action(vendaDuplicata, 'gerarLinkPagamento', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Gera o código Pix (copia e cola) do que falta pagar da parcela, com a chave da empresa.',
  input: nothing,
  answer: v.object({ pix: v.string(), txid: v.string(), valor: v.number(), nome: v.string() }),
  run: async ({ ctx, record }) => {
    const { n, venda_id, valor, cancelada, pix_chave, nome, cidade } = await stateOf(ctx, record)
    if (cancelada === true) throw badRequest('A venda foi cancelada.', 'nothing_owed')
    if (Number(valor) <= 0) throw badRequest('Esta parcela não tem nada a pagar.', 'nothing_owed')
    if (typeof pix_chave !== 'string')
      throw badRequest('Informe a chave Pix da empresa no cadastro dela, em Operação.', 'no_pix_key')
    if (typeof cidade !== 'string')
      throw badRequest('Informe o município da empresa no cadastro dela: o código Pix o leva.', 'no_city')
    const txid = `V${Number(venda_id)}P${Number(n)}`
    const told = { key: pix_chave, name: String(nome), city: cidade, amount: String(valor), txid }
    return { pix: codeOf(told), txid, valor: Number(valor), nome: String(nome) }
  },
})

function codeOf(told: Parameters<typeof staticBrCode>[0]): string {
  try {
    return staticBrCode(told)
  } catch (error) {
    if (error instanceof CoreError) throw badRequest(error.message, error.code)
    throw error
  }
}
