import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '../../../fixtures/test-server'

let server: TestServer

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const BASE = '/api/cadastros/importacao'

async function imports(tipo: string, text: string) {
  const data = new FormData()
  data.set('tipo', tipo)
  data.set('file', new File([text], 'tabela.csv'))
  const { body, status } = await server.admin('POST', `${BASE}/upload`, data)
  expect(status, body.message).toBe(201)
  await server.admin('POST', `${BASE}/${body.id}/importa`)
  await server.runJobs()
  return (await server.admin('GET', `${BASE}/${body.id}`)).body
}

it('reads a table of rates with its validity, whole NCMs and beginnings, and the margins of its states; a second time it changes them', async () => {
  const rates = (rate: string) =>
    `Descrição;NCM;UF de destino;Válida desde;Válida até;CST / CSOSN;ICMS (%);MVA (%)
Bebidas;2202;SP;01/01/2026;31/12/2026;10;${rate};40
Cervejas;2203.00.00;;01/01/2026;;10;25;`
  expect(await imports('tributacao', rates('18'))).toMatchObject({ status: 'importada', novos: 2, errados: 0 })
  const rules = async () => (await server.admin('GET', '/api/nfe/tributacao?orderBy=descricao&sortedBy=asc')).body.data
  expect(await rules()).toMatchObject([
    { NCM: '2202', UFDest: 'SP', dInicio: '2026-01-01', dFim: '2026-12-31', taxCode: '10', pICMS: 18, pMVAST: 40 },
    { NCM: '22030000', UFDest: null, dFim: null, pICMS: 25, modBC: '3' },
  ])
  // The same names, limits and first days are the same rules.
  expect(await imports('tributacao', rates('17,5'))).toMatchObject({ novos: 0, alterados: 1, iguais: 1 })
  expect(await rules()).toMatchObject([{ pICMS: 17.5 }, {}])
  const margins = 'Regra de tributação;UF de destino;MVA (%);ICMS-ST (%)\nCervejas;MG;120,5;25\nCervejas;RJ;140;20\n'
  expect(await imports('tributacao_mva', margins)).toMatchObject({ status: 'importada', novos: 2 })
  const [, { id }] = await rules()
  expect((await server.admin('GET', `/api/nfe/tributacao/${id}`)).body.mva_list).toMatchObject([
    { UFDest: 'MG', pMVAST: 120.5, pICMSST: 25 },
    { UFDest: 'RJ' },
  ])
})
