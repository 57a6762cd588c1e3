import { sql } from 'drizzle-orm'
import {
  PAY_LINE,
  retornoPagamentoFields,
  retornoPagamentoItemFields,
} from '../../../core/fields/financeiro/remessa-pagamento'
import type { Ctx } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { announce } from '../../platform/engine/write'
import { type RecordOf, resource } from '../../platform/resource'

/** Files of banks that tell what became of payments. */
export const retornoPagamento = resource({
  name: 'retorno_pagamento',
  paths: ['financeiro/retorno_pagamento'],
  title: 'Retorno de pagamentos',
  right: 'remessa_retorno',
  readOnly: true,
  company: 'own',
  fields: retornoPagamentoFields,
  search: ['arquivo'],
  display: ['arquivo', 'data'],
  unique: [['empresa_id', 'sha256']],
  indexes: [['empresa_id', 'status', 'id']],
})

/** What a file says, line by line, and what became of it. */
export const retornoPagamentoItem = resource({
  name: 'retorno_pagamento_item',
  paths: ['financeiro/retorno_pagamento_item'],
  title: 'Ocorrência de pagamento',
  right: 'remessa_retorno',
  readOnly: true,
  company: 'own',
  fields: retornoPagamentoItemFields,
  search: ['seu_numero', 'xFavorecido'],
  display: ['texto', 'dEfetivacao'],
  indexes: [
    ['retorno_pagamento_id', 'situacao', 'linha'],
    ['empresa_id', 'chave'],
    ['empresa_id', 'situacao', 'id'],
  ],
})

export type PayLine = RecordOf<typeof retornoPagamentoItem>

/** Counts the lines of files again, without reading what the files hold. */
export async function recount(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await ctx.db.execute(
    sql`update retorno_pagamento r set ("qLinhas", "qBaixar", "qSemPagamento", "vPago") = (
          select count(*), count(*) filter (where situacao = ${PAY_LINE.A_BAIXAR}), count(*) filter (where situacao = ${PAY_LINE.SEM_PAGAMENTO}),
            coalesce(sum("vEfetivado") filter (where evento = 'pago' and situacao <> ${PAY_LINE.REPETIDA}), 0)
          from retorno_pagamento_item where retorno_pagamento_id = r.id)
        where r.id = any (${intArray(ids)}::int[])`,
  )
  for (const id of new Set(ids)) await announce(ctx, retornoPagamento, id)
}
