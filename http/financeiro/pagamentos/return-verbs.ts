import * as v from 'valibot'
import { AT_BANK, ITEM, PAY_LINE } from '../../../core/fields/financeiro/remessa-pagamento'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { Download } from '../../platform/download'
import { announce, load, update } from '../../platform/engine/write'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { identifier, nothing, shortText } from '../../platform/inputs'
import { lockNames } from '../../platform/locks'
import { assertMay } from '../../platform/rights'
import { contasPagar } from '../registers'
import { assertManages } from './held-items'
import { free, holdItems, reconcile } from './reconcile'
import { remessaPagamento, remessaPagamentoConta } from './remessa-pagamento'
import { type PayLine, recount, retornoPagamento, retornoPagamentoItem } from './retorno-pagamento'

/** What people do with what banks said of payments. */

const answer = v.object({ situacao: v.number() })

/** A line, after whoever takes files in; its item and all before it are held by `holdItems`. */
async function line(ctx: Ctx, id: number): Promise<PayLine> {
  const { empresa_id } = await load(ctx, retornoPagamentoItem, id)
  await lockNames(ctx.db, [`retorno_pagamento ${empresa_id}`])
  return load(ctx, retornoPagamentoItem, id)
}

/** Settles a line whose settlement was reversed: the bank still says that it paid. */
export const baixaPagamento = action(retornoPagamentoItem, 'baixa', {
  on: 'collection',
  right: 'edit',
  summary: 'Dá de novo a baixa do pagamento cuja baixa foi estornada.',
  input: v.object({ id: identifier }),
  answer,
  run: async ({ ctx, input: { id } }) => {
    assertMay(ctx, contasPagar, 'edit')
    const own = await line(ctx, id)
    if (own.situacao !== PAY_LINE.A_BAIXAR || own.remessa_pagamento_conta_id === null)
      throw badRequest('Esta ocorrência não espera a baixa.', 'settled')
    await reconcile(ctx, await holdItems(ctx, [own.remessa_pagamento_conta_id]), new Set([own.id]))
    await recount(ctx, [own.retorno_pagamento_id])
    return { situacao: (await load(ctx, retornoPagamentoItem, id)).situacao }
  },
})

/** Says of which payment a line is: from then on it is as if the file had said so. */
export const vincula = action(retornoPagamentoItem, 'vincula', {
  on: 'collection',
  right: 'edit',
  summary: 'Diz de que pagamento é a ocorrência que o retorno não identificou.',
  input: v.object({ id: identifier, remessa_pagamento_conta_id: identifier }),
  answer,
  run: async ({ ctx, input }) => {
    assertMay(ctx, contasPagar, 'edit')
    const own = await line(ctx, input.id)
    if (own.situacao !== PAY_LINE.SEM_PAGAMENTO) throw badRequest('Esta ocorrência já tem o seu pagamento.', 'known')
    const [item] = await holdItems(ctx, [input.remessa_pagamento_conta_id])
    const head = item && (await load(ctx, remessaPagamento, item.remessa_pagamento_id))
    if (!item || head?.banco_id !== own.banco_id)
      throw invalid({ remessa_pagamento_conta_id: ['Selecione um registro válido.'] })
    const set = { remessa_pagamento_conta_id: item.id, situacao: PAY_LINE.INFORMADA, motivo: null }
    const now = await update(ctx, retornoPagamentoItem, own, set, 'vincula')
    await reconcile(ctx, [item], new Set([now.id]))
    await recount(ctx, [own.retorno_pagamento_id])
    return { situacao: (await load(ctx, retornoPagamentoItem, own.id)).situacao }
  },
})

/** Files away a line that is not ours, with the reason. */
export const ignora = action(retornoPagamentoItem, 'ignora', {
  on: 'collection',
  right: 'edit',
  summary: 'Arquiva a ocorrência que não é de um pagamento da empresa, com o motivo.',
  input: v.object({ id: identifier, motivo: v.pipe(shortText(300), v.minLength(1, 'Preencha este campo.')) }),
  answer,
  run: async ({ ctx, input: { id, motivo } }) => {
    const own = await line(ctx, id)
    if (own.situacao !== PAY_LINE.SEM_PAGAMENTO)
      throw badRequest('Só uma ocorrência sem pagamento é arquivada.', 'known')
    const now = await update(ctx, retornoPagamentoItem, own, { situacao: PAY_LINE.IGNORADA, motivo }, 'arquiva')
    await recount(ctx, [own.retorno_pagamento_id])
    return { situacao: now.situacao }
  },
})

/** Says that the bank did not pay, where no file will say so: a person asked it. The remittance and the payable are held before the item, as a file that is taken in does. */
export const semPagamento = action(remessaPagamentoConta, 'semPagamento', {
  on: 'collection',
  right: 'edit',
  summary: 'Diz que o banco não fez o pagamento, quando nenhum retorno o dirá: a conta a pagar fica livre.',
  input: v.object({
    id: identifier,
    xMotivo: v.pipe(shortText(250), v.minLength(3, 'Diga como se soube.')),
  }),
  answer,
  run: async ({ ctx, input }) => {
    assertManages(ctx)
    const [item] = await holdItems(ctx, [input.id])
    if (!item) throw notFound()
    if (!AT_BANK.includes(item.situacao))
      throw badRequest('Este pagamento não espera resposta do banco.', 'not_waiting')
    const set = { situacao: ITEM.REJEITADO, motivo: `Informado à mão: ${input.xMotivo}` }
    const now = await update(ctx, remessaPagamentoConta, item, set, 'semPagamento')
    await free(ctx, [item], [now])
    await announce(ctx, remessaPagamento, item.remessa_pagamento_id)
    return { situacao: now.situacao }
  },
})

/** The file, byte for byte as it came. */
export const conteudo = action(retornoPagamento, 'conteudo', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O arquivo do banco, byte a byte como veio.',
  input: nothing,
  answer: 'O arquivo',
  run: async ({ record: { arquivo, conteudo: kept } }) =>
    new Download(arquivo ?? 'retorno.ret', 'txt', new Uint8Array(Buffer.from(kept ?? '', 'base64')), true),
})
