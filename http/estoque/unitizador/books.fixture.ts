import type { Answer } from '../../../fixtures/test-server'

/** A pallet with a volume, for the test of the books, and what breaks each rule. */

type Ok = (method: string, path: string, body?: object) => Promise<Answer['body']>

/** A volume of an entry, on a pallet. */
export async function palletised(ok: Ok, item: number): Promise<void> {
  const { ids } = await ok('POST', `/api/entrada_mercadoria/${item}/geraEtiquetas`, {
    entrada_mercadoria_lote_list: [{ qMultipla: 1 }],
  })
  const { id } = await ok('POST', '/api/estoque/unitizador', {})
  const { codigo } = await ok('GET', `/api/entrada_mercadoria_etiqueta/${ids[0]}`)
  await ok('POST', `/api/estoque/unitizador/${id}/addEtiqueta`, { code: codigo })
}

/** By rule of the books on pallets and boxes: what breaks it. `stepOf` writes a step of a document that never was. */
export const UNIT_BREAKS = (
  stepOf: (documento: string, passo: string) => string,
): Readonly<Record<string, readonly string[]>> => ({
  'unitizador: o que está nele está no local dele': [`update entrada_mercadoria_etiqueta set armazenamento_id = null`],
  'unitizador: vazio, não tem etiquetas': [`update unitizador set "dhEsvaziamento" = now()`],
  'unitizador.move: o passo vale se, e só se, o documento o mostra': [`update unitizador set "dhMovimentacao" = now()`],
  'unitizador.move: livro estoque = o que o documento diz': [
    stepOf('unitizador', 'move'),
    `insert into movimento_estoque (empresa_id, mercadoria_id, armazenamento_id, "qTrib", "vCusto", lancamento_id, documento, documento_id)
      select m.empresa_id, m.mercadoria_id, m.armazenamento_id, 1, 1, l.id, l.documento, l.documento_id from lancamento l, movimento_estoque m
      where l.documento = 'unitizador' order by m.id limit 1`,
  ],
})
