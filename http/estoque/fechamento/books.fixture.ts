import type { Answer } from '../../../fixtures/test-server'

/** A closing of the inventory, for the test of the books, and what breaks each rule. */

type Ok = (method: string, path: string, body?: object) => Promise<Answer['body']>

/** Closes what there was last year: nothing. */
export async function closed(ok: Ok): Promise<void> {
  const { id } = await ok('POST', '/api/estoque/mercadoria_fechamento', { dFechamento: '2025-12-31' })
  await ok('POST', `/api/estoque/mercadoria_fechamento/${id}/finaliza`)
}

/** By rule of the books on closings: what breaks it. */
export const CLOSING_BREAKS: Readonly<Record<string, readonly string[]>> = {
  'mercadoria_fechamento.finaliza: o passo vale se, e só se, o documento o mostra': [
    `update mercadoria_fechamento set "dhFinalizacao" = null`,
  ],
  'mercadoria_fechamento.finaliza: livro estoque = o que o documento diz': [
    `insert into movimento_estoque (empresa_id, mercadoria_id, armazenamento_id, "qTrib", "vCusto", lancamento_id, documento, documento_id)
      select m.empresa_id, m.mercadoria_id, m.armazenamento_id, 1, 1, l.id, l.documento, l.documento_id from lancamento l, movimento_estoque m
      where l.documento = 'mercadoria_fechamento' order by m.id limit 1`,
  ],
  'mercadoria_fechamento: a quantidade de uma linha é a do livro no dia': [
    `insert into mercadoria_fechamento_item (mercadoria_fechamento_id, empresa_id, mercadoria_id, quantidade)
      select d.id, d.empresa_id, (select min(id) from mercadoria), 1 from mercadoria_fechamento d`,
  ],
}
