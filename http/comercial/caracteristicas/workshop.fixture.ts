import { expect } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

/** A table that is made to order, its groups, characteristics and supplies, for tests of quotes, sales and production. */

let server: TestServer
export const call: TestServer['admin'] = (...args) => server.admin(...args)
export let head: { cliente_id: number; tipo_entrada_saida_id: number; tabela_preco_id: number }
export const ids = {
  table: 0,
  plain: 0,
  wood: 0,
  glass: 0,
  paint: 0,
  cor: 0,
  extras: 0,
  blue: 0,
  red: 0,
  varnish: 0,
  glassTop: 0,
}

export async function ok(method: string, path: string, body?: object) {
  const answer = await call(method, path, body)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body
}
export const add = async (name: string, values: Record<string, unknown>): Promise<number> =>
  (await server.insert(name, values)).id

/** Begins a company that sells tables to order, in a database of its own. Called before all. */
export async function openWorkshop(): Promise<TestServer> {
  server = await testServer()
  const varejo = await add('tabela_preco', { descricao: 'Varejo' })
  head = {
    cliente_id: await add('cliente', { xNome: 'Maria Exemplo', tabela_preco_id: varejo }),
    tipo_entrada_saida_id: await add('tipo_entrada_saida', { descricao: 'Venda', tipo: 1, padrao: 1 }),
    tabela_preco_id: varejo,
  }
  await add('armazenamento', { empresa_id: server.empresa_id, codigo: 'A', xArmazenamento: 'Principal', padrao: true })
  ids.wood = await add('mercadoria', { xProd: 'Tampo de madeira', custo: 30, tipo: '3' })
  ids.glass = await add('mercadoria', { xProd: 'Tampo de vidro', custo: 45, tipo: '3' })
  ids.paint = await add('mercadoria', { xProd: 'Tinta', custo: 10, tipo: '3' })
  ids.plain = await add('mercadoria', { xProd: 'Cadeira' })
  ids.cor = await add('mercadoria_caracteristica_grupo', { descricao: 'Cor', obrigatorio: true })
  ids.extras = await add('mercadoria_caracteristica_grupo', { descricao: 'Extras', multiplo: true })
  const table = await ok('POST', '/api/mercadoria', {
    xProd: 'Mesa',
    custo: 50,
    op_customizavel: true,
    mercadoria_precos: [{ tabela_preco_id: varejo, vUnTrib: 100 }],
    mercadoria_insumos: [{ mercadoria_insumo_id: ids.wood, quantidade: 1 }],
    mercadoria_caracteristicas: [
      {
        caracteristica_grupo_id: ids.cor,
        descricao: 'Azul',
        custo_un: 5,
        insumos: [{ mercadoria_id: ids.paint, quantidade: 0.5 }],
      },
      { caracteristica_grupo_id: ids.cor, descricao: 'Vermelha', vAcrescimoFixo: 20 },
      { caracteristica_grupo_id: ids.extras, descricao: 'Verniz', custo_un: 3.5 },
      {
        caracteristica_grupo_id: ids.extras,
        descricao: 'Vidro',
        vAcrescimoFixo: 40,
        insumos: [{ mercadoria_id: ids.glass, quantidade: 1, no_lugar_de_id: ids.wood }],
      },
    ],
  })
  ids.table = table.id
  ;[ids.blue, ids.red, ids.varnish, ids.glassTop] = table.mercadoria_caracteristicas.map(
    (one: { id: number }) => one.id,
  )
  return server
}

export const choose = (...chosen: number[]) =>
  chosen.map((mercadoria_caracteristica_id) => ({ mercadoria_caracteristica_id }))
export const line = (more: object = {}) => ({
  mercadoria_id: ids.table,
  qTrib: 2,
  vUnTrib: 100,
  tabela_preco_id: head.tabela_preco_id,
  ...more,
})
export const make = (kind: 'venda' | 'orcamento', ...lines: object[]) =>
  ok('POST', `/api/${kind}`, { ...head, [`${kind}_mercadorias`]: lines })
