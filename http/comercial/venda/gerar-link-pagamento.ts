import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { qrPicture } from '../../../core/pix/qr'
import { hasCheckout, linkOf } from '../../financeiro/checkout/link'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { type ApiError, badRequest } from '../../platform/errors'
import { identifier } from '../../platform/inputs'
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

/** Why there is no way to pay, and where it is to be set. */
function noWay({ key, city }: v.InferOutput<typeof pixTold>): ApiError {
  if (key === null)
    return badRequest(
      'Informe a chave Pix da empresa, ou o serviço de pagamento dela, no cadastro da empresa, em Pagamentos.',
      'no_pix_key',
    )
  if (city === null)
    return badRequest('Informe o município da empresa no cadastro dela: o código Pix o leva.', 'no_city')
  return badRequest('O código Pix não comporta este valor ou este nome.', 'no_code')
}

/**
 * How an instalment of a sale is paid (spec E2-035, E3-185): by Pix, the static BR Code of the company's own key, of what is still owed, with its QR code (a square of so
 * many modules a side, and the SVG path of the dark ones); and where the company has a payment service by its page for cards, Pix and boleto, the same for the same
 * amount however often it is asked for. Throws 400 `no_pix_key`, `no_city`, `no_code` where there is no way, `nothing_owed`: what was paid, given up or cancelled is
 * asked of nobody.
 */
export const gerarLinkPagamento = action(vendaDuplicata, 'gerarLinkPagamento', {
  on: 'collection',
  right: 'edit',
  summary:
    'Gera o que paga a parcela: o código Pix (copia e cola, e QR code) e o link do serviço de pagamento da empresa.',
  input: v.object({ id: identifier }),
  answer: v.object({
    pix: v.nullable(v.string()),
    qr: v.nullable(v.object({ size: v.number(), path: v.string() })),
    txid: v.string(),
    valor: v.number(),
    nome: v.string(),
    link: v.nullable(
      v.object({ id: v.number(), situacao: v.string(), url: v.nullable(v.string()), erro: v.nullable(v.string()) }),
    ),
  }),
  run: async ({ ctx, input }) => {
    const { id, empresa_id, venda_id } = await load(ctx, vendaDuplicata, input.id, { lock: true })
    const { valor, cancelada, pix } = await stateOf(ctx, id)
    if (cancelada === true) throw badRequest('A venda foi cancelada.', 'nothing_owed')
    if (Number(valor) <= 0) throw badRequest('Esta parcela não tem nada a pagar.', 'nothing_owed')
    const told = v.parse(pixTold, pix)
    const code = pixCodeOf(told)
    const due = { id, empresa_id, venda_id, valor: String(valor) }
    const link = (await hasCheckout(ctx, empresa_id)) ? await linkOf(ctx, due) : null
    if (code === null && link === null) throw noWay(told)
    return {
      pix: code,
      qr: code === null ? null : qrPicture(code),
      txid: told.txid,
      valor: Number(valor),
      nome: told.name,
      link: link && { id: link.id, situacao: link.situacao, url: link.url, erro: link.erro },
    }
  },
})
