import type { TestServer } from '../../fixtures/test-server'
import type { Row } from '../platform/resource'

/** What a company needs to buy, for tests: a purchase operation, a place, two goods and two suppliers; their numbers. */
export async function goodsToBuy(server: TestServer) {
  const id = async (resource: string, values: Row): Promise<number> => (await server.insert(resource, values)).id
  const place = { empresa_id: server.empresa_id, codigo: 'A1', xArmazenamento: 'Principal', padrao: true }
  const operation = await id('tipo_entrada_saida', { descricao: 'Compra', tipo: 0, padrao: 0 })
  await id('armazenamento', place)
  const unidade_id = await id('unidade', { un: 'UN', decimal: 0 })
  return {
    operation,
    bolt: await id('mercadoria', { xProd: 'Parafuso', unidade_id }),
    nut: await id('mercadoria', { xProd: 'Porca', unidade_id }),
    south: await id('fornecedor', { xNome: 'Metais do Sul' }),
    north: await id('fornecedor', { xNome: 'Aços do Norte' }),
  }
}
