import type { Answer } from '../../../fixtures/test-server'

/** Counts, for the test of the books: one that moved and lost goods and one that found some, and what breaks each rule. */

type Ok = (method: string, path: string, body?: object) => Promise<Answer['body']>

interface Known {
  readonly fornecedor_id: number
  readonly compra: number
  readonly armazenamento_id: number
}

/** Ten pieces are bought; of them one lies elsewhere and one is gone. Then two more are found than there should be. */
export async function counted(ok: Ok, { fornecedor_id, compra, armazenamento_id }: Known): Promise<void> {
  const { id: mercadoria_id } = await ok('POST', '/api/mercadoria', { xProd: 'Arruela' })
  await ok('POST', '/api/tipo_entrada_saida', { descricao: 'Ajuste', tipo: 0, gera_financeiro: 'NAO_GERA' })
  const entry = await ok('POST', '/api/entrada', {
    fornecedor_id,
    tipo_entrada_saida_id: compra,
    entrada_mercadorias: [{ mercadoria_id, qCom: 10, vUnCom: 2 }],
  })
  await ok('POST', `/api/entrada/${entry.id}/finaliza`)
  const open = () => ok('POST', '/api/estoque/mercadoria_inventario', { mercadoria_id })
  const items = async (mercadoria_inventario_id: number) =>
    (await ok('GET', `/api/estoque/mercadoria_inventario_item?where=${JSON.stringify({ mercadoria_inventario_id })}`))
      .data
  const first = await open()
  const [here] = await items(first.id)
  await ok('PUT', `/api/estoque/mercadoria_inventario_item/${here.id}`, { qContada: 8 })
  const there = { mercadoria_inventario_id: first.id, mercadoria_id, armazenamento_id, qContada: 1 }
  await ok('POST', '/api/estoque/mercadoria_inventario_item', there)
  await ok('POST', `/api/estoque/mercadoria_inventario/${first.id}/finaliza`)
  const second = await open()
  for (const one of await items(second.id))
    await ok('PUT', `/api/estoque/mercadoria_inventario_item/${one.id}`, { qContada: 9 })
  await ok('POST', `/api/estoque/mercadoria_inventario/${second.id}/geraAjustes`)
}

const OF = `documento = 'mercadoria_inventario'`

/** By rule of the books on counts: what breaks it. */
export const COUNT_BREAKS: Readonly<Record<string, readonly string[]>> = {
  'mercadoria_inventario.geraAjustes: o passo vale se, e só se, o documento o mostra': [
    `update mercadoria_inventario set "dhAjuste" = null where "dhFinalizacao" is null`,
  ],
  'mercadoria_inventario.geraAjustes: o que gerou existe se, e só se, o passo vale': [
    `update mercadoria_inventario set entrada_id = null, saida_id = null`,
  ],
  'mercadoria_inventario.finaliza: o passo vale se, e só se, o documento o mostra': [
    `update mercadoria_inventario set "dhFinalizacao" = null where "dhFinalizacao" is not null`,
  ],
  'mercadoria_inventario.finaliza: livro estoque = o que o documento diz': [
    `update movimento_estoque set tipo = 0 where ${OF} and "qTrib" > 0`,
  ],
  'mercadoria_inventario: o que entra menos o que sai é a diferença contada': [
    `update mercadoria_inventario_item set diferenca = diferenca + 1`,
  ],
  'mercadoria_inventario: finalizado, entrada e saída dos ajustes também': [
    `update saida set "dhFinalizacao" = null where ajuste`,
  ],
  'mercadoria_inventario: o que mudou de lugar é o que sobra em um e falta em outro': [
    `update movimento_estoque set "qTrib" = "qTrib" * 2 where ${OF}`,
  ],
}
