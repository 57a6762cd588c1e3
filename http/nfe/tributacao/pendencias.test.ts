import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

let server: TestServer
const api: TestServer['admin'] = (...call) => server.admin(...call)

interface Lacking {
  readonly recurso: string
  readonly campo: string
  readonly total: number
  readonly registros: readonly { id: number; nome: string }[]
}
const told = async (call = server.admin): Promise<readonly Lacking[]> => {
  const { status, body } = await call('GET', '/api/nfe/tributacao/pendencias')
  expect(status, body.message).toBe(200)
  return body.data
}
const of = (list: readonly Lacking[], recurso: string, campo: string) =>
  list.find((one) => one.recurso === recurso && one.campo === campo)?.registros.map(({ nome }) => nome) ?? []

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

it('names what registers lack before a note, with its field, and no more of it once it is there', async () => {
  const company = `/api/empresa/${server.empresa_id}`
  await api('PUT', company, { UF: 'PR', CRT: 3, IE: null, cMun: null })
  const { id: operation } = (await api('POST', '/api/tipo_entrada_saida', { descricao: 'Venda sem nada' })).body
  const product = (body: object) => api('POST', '/api/mercadoria', body)
  await product({ xProd: 'Sem NCM' })
  await product({ xProd: 'Sem regra', NCM: '84713012' })
  await product({ xProd: 'De outro regime', NCM: '85171300' })
  await product({ xProd: 'Com regra', NCM: '22021000' })
  await product({ xProd: 'Inativa', ativo: false })
  await api('POST', '/api/nfe/tributacao', { descricao: 'Bebidas', NCM: '2202' })
  await api('POST', '/api/nfe/tributacao', { descricao: 'Simples', NCM: '8517', CRT: 1 })
  await api('POST', '/api/nfe/tributacao', { descricao: 'Velha', NCM: '8471', dFim: '2020-01-01' })
  const { id: customer } = (await api('POST', '/api/cliente', { xNome: 'Incompleto', indIEDest: 1, UF: 'PR' })).body
  await api('POST', '/api/cliente', { xNome: 'Balcão', identifica_consumidor: false, sem_endereco: true })
  const before = await told()
  expect(of(before, 'empresa', 'IE')).toHaveLength(1)
  expect(of(before, 'empresa', 'certificado')).toHaveLength(1)
  expect(of(before, 'empresa', 'serie')).toHaveLength(1)
  expect(of(before, 'empresa', 'UF')).toEqual([])
  expect(of(before, 'configuracao', 'value')).toEqual(['FISCAL_RESP_TEC'])
  expect(of(before, 'tipo_entrada_saida', 'natOp')).toContain('Venda sem nada')
  expect(of(before, 'tipo_entrada_saida', 'cfop_list')).toContain('Venda sem nada')
  expect(of(before, 'mercadoria', 'NCM')).toEqual(['Sem NCM'])
  expect(of(before, 'mercadoria', 'tributacao_id')).toEqual(['Sem regra', 'De outro regime'])
  expect(of(before, 'mercadoria', 'unidade_id')).toHaveLength(4)
  expect(of(before, 'cliente', 'IE')).toEqual(['Incompleto'])
  expect(of(before, 'cliente', 'CNPJ_CPF')).toEqual(['Incompleto'])
  expect(of(before, 'cliente', 'UF')).toEqual([])
  expect(of(before, 'cliente', 'xLgr')).toEqual(['Incompleto'])
  await api('PUT', company, { IE: '9012345679' })
  await api('PUT', `/api/tipo_entrada_saida/${operation}`, {
    natOp: 'Venda',
    cfop_list: [{ origem: 2, st: 0, destino: 1, CFOP: '5102' }],
  })
  await api('PUT', `/api/cliente/${customer}`, { indIEDest: 2 })
  await api('POST', '/api/nfe/tributacao', { descricao: 'Para tudo' })
  const after = await told()
  expect(of(after, 'tipo_entrada_saida', 'natOp')).not.toContain('Venda sem nada')
  expect(of(after, 'tipo_entrada_saida', 'cfop_list')).not.toContain('Venda sem nada')
  expect(of(after, 'mercadoria', 'tributacao_id')).toEqual([])
  expect(of(after, 'cliente', 'IE')).toEqual([])
  await api('PUT', company, { UF: 'SP', IE: null })
  expect(of(await told(), 'configuracao', 'value')).toEqual([])
})

it('403 without a right on rules; of what the caller may not see nothing is told; 404 for another company', async () => {
  await api('POST', '/api/tipo_entrada_saida', { descricao: 'Sem natureza' })
  const nobody = await server.user({ permissions: ['show cliente'] })
  expect((await nobody('GET', '/api/nfe/tributacao/pendencias')).status).toBe(403)
  const some = await server.user({ permissions: ['show tributacao'] })
  expect(new Set((await told(some)).map(({ recurso }) => recurso))).toEqual(new Set(['tipo_entrada_saida']))
  expect((await api('GET', '/api/nfe/tributacao/pendencias?empresa_id=999999')).status).toBe(404)
})
