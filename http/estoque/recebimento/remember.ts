import type { ProductCode } from '../../../core/receiving/reading'
import { mercadoriaCodigoFields } from '../../../core/fields/estoque/mercadoria-codigos'
import type { Ctx } from '../../platform/context'
import { createRecord } from '../../platform/engine/create'
import { load } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { parseField } from '../../platform/parse'
import { assertMay } from '../../platform/rights'
import { mercadoriaCodigo } from '../codigos/codigo'
import { mercadoria, mercadoriaFornecedor } from '../mercadoria'
import type { Entry } from './lines'

interface Owner {
  readonly mercadoria_id: number
  readonly qTrib: string
  readonly asks: boolean
}

/**
 * A code that nobody knew is a product's from now on: what stands on goods as a code of this supplier's, what a symbol calls the supplier's own (240) as what this
 * supplier calls the product. Throws 403 without the right to change products.
 */
export async function remember(ctx: Ctx, entry: Entry, { by, code }: ProductCode, owner: Owner): Promise<void> {
  assertMay(ctx, mercadoria, 'edit')
  const { id: mercadoria_id } = await load(ctx, mercadoria, owner.mercadoria_id)
  const { fornecedor_id } = entry
  if (by === 'supplier') {
    if (fornecedor_id === null)
      throw badRequest('Esta entrada não tem fornecedor: o código dele não pode ser guardado.', 'no_supplier')
    const values = { mercadoria_id, fornecedor_id, codigo: code, fatorConversao: owner.qTrib }
    await createRecord(ctx, mercadoriaFornecedor, { values, acao: 'addBarcode' })
    return
  }
  const codigo = parseField(mercadoriaCodigoFields.codigo.meta, code)
  const qTrib = parseField(mercadoriaCodigoFields.qTrib.meta, owner.qTrib)
  if ('error' in codigo) throw badRequest(codigo.error, 'invalid_code')
  if ('error' in qTrib) throw invalid({ qCodigo: [qTrib.error] })
  const values = { mercadoria_id, fornecedor_id, codigo: codigo.ok, qTrib: qTrib.ok, qtdVariavel: owner.asks }
  await createRecord(ctx, mercadoriaCodigo, { values, acao: 'addBarcode' })
}
