import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { qrPicture } from '../../../core/pix/qr'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { nothing } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { pixCodeOf, pixTold } from '../../relatorios/pix'
import { OWED, OWING, PIX } from './owed'
import { vendaDuplicata } from './venda'

async function stateOf(ctx: Ctx, id: number): Promise<Row> {
  const [row] = await rowsOf(
    ctx,
    sql`select ${OWED} as valor, s."dhCancelamento" is not null as cancelada, ${PIX} as pix from venda_duplicata d ${OWING} where d.id = ${id}`,
  )
  return row ?? {}
}

/**
 * How an instalment of a sale is paid by Pix: the static BR Code of the company's own key, of what is still owed (spec E3-185), and its QR code: a square of so many
 * modules a side, and the SVG path of the dark ones. Throws 400 `no_pix_key`, `no_city`, `nothing_owed`: what was paid, given up or cancelled is asked of nobody.
 */
export const gerarLinkPagamento = action(vendaDuplicata, 'gerarLinkPagamento', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Gera o código Pix (copia e cola, e QR code) do que falta pagar da parcela, com a chave da empresa.',
  input: nothing,
  answer: v.object({
    pix: v.string(),
    qr: v.object({ size: v.number(), path: v.string() }),
    txid: v.string(),
    valor: v.number(),
    nome: v.string(),
  }),
  run: async ({ ctx, record }) => {
    const { valor, cancelada, pix } = await stateOf(ctx, record.id)
    if (cancelada === true) throw badRequest('A venda foi cancelada.', 'nothing_owed')
    if (Number(valor) <= 0) throw badRequest('Esta parcela não tem nada a pagar.', 'nothing_owed')
    const { key, city, txid, name: nome } = v.parse(pixTold, pix)
    if (key === null) throw badRequest('Informe a chave Pix da empresa no cadastro dela, em Operação.', 'no_pix_key')
    if (city === null)
      throw badRequest('Informe o município da empresa no cadastro dela: o código Pix o leva.', 'no_city')
    const code = pixCodeOf(pix)
    if (code === null) throw badRequest('O código Pix não comporta este valor ou este nome.', 'no_code')
    return { pix: code, qr: qrPicture(code), txid, valor: Number(valor), nome }
  },
})
