import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCnpj, type TestServer } from '../../../fixtures/test-server'
import { call, ok } from '../../estoque/output.fixture'
import { openWorkshop, order, ORDERS, type Workshop } from '../../servico/ordem_servico/service.fixture'

/** Notices within the product: whom they reach, that each sees their own alone, and that they are read. */

const [TEMPLATES, OWN] = ['/api/sis/notificacao_template', '/api/sis/aviso_usuario']
let shop: Workshop
beforeAll(async () => {
  shop = await openWorkshop({})
})
afterAll(() => shop.server.close())

const waiting = async (who: TestServer['admin']) =>
  (await who('GET', `${OWN}?where=${JSON.stringify({ dhLida: null })}`)).body.data

it('reach the roles and users that a template names, who may see the document; each sees and reads their own', async () => {
  const { server } = shop
  const named = async (permissions: readonly string[], more: object = {}) => {
    const who = await server.user({ permissions, ...more })
    return { who, id: (await who('GET', '/api/sessao')).body.user.id }
  }
  const other = await server.insert('empresa', { CNPJ_CPF: testCnpj(9), xNome: 'Outra', UF: 'PR' })
  const sees = await named(['show ordem_servico'], { empresas: [server.empresa_id, other.id] })
  const blind = await named(['show cliente'])
  const abroad = await named(['show ordem_servico'], { empresas: [other.id] })
  const body = {
    descricao: 'Pronta',
    evento: 'ordem_servico.finalizada',
    canal: 'prumo',
    assunto: 'Ordem {{numero}}',
    body: 'De {{cliente}}',
  }
  const { id } = await ok('POST', TEMPLATES, body)
  const finish = () => call('POST', `${TEMPLATES}/${id}/finalizarNotificacaoTemplate`)
  expect((await finish()).body.errors).toEqual({ papeis: ['Escolha quem é avisado.'] })
  expect((await call('PUT', `${TEMPLATES}/${id}`, { usuarios: ['x'] })).body.errors).toHaveProperty('usuarios')
  await ok('PUT', `${TEMPLATES}/${id}`, { papeis: ['admin'], usuarios: [sees.id, blind.id, abroad.id] })
  expect((await finish()).status).toBe(200)
  const registro_id = await order(shop, [])
  await ok('POST', `${ORDERS}/${registro_id}/finalizarOrdemServico`)
  const [told] = await waiting(sees.who)
  expect(told).toMatchObject({ titulo: `Ordem ${registro_id}`, recurso: 'ordem_servico', registro_id })
  expect(told.texto).toMatch(/^De ./)
  expect(await waiting(call)).toHaveLength(1)
  for (const { who } of [blind, abroad]) expect(await waiting(who)).toEqual([])
  const read = (who: TestServer['admin'], input: object) => who('POST', `${OWN}/marcaLidos`, input)
  expect((await read(blind.who, { ids: [told.id] })).body).toEqual({ lidos: 0 })
  expect((await blind.who('GET', `${OWN}/${told.id}`)).status).toBe(404)
  const elsewhere = await sees.who('POST', `${OWN}/marcaLidos`, {}, { 'X-Empresa': String(other.id) })
  expect(elsewhere.body).toEqual({ lidos: 0 })
  expect((await read(sees.who, { ids: [told.id] })).body).toEqual({ lidos: 1 })
  expect((await read(sees.who, {})).body).toEqual({ lidos: 0 })
  expect([await waiting(sees.who), await waiting(call)]).toMatchObject([[], [{ titulo: told.titulo }]])
  expect((await sees.who('GET', `${OWN}/${told.id}`)).status).toBe(200)
  const role = await server.insert('role', { name: 'sem documentos' })
  await ok('POST', `/api/user/${sees.id}/syncPermissions`, { roles: [{ id: role.id }] })
  expect((await sees.who('GET', `${OWN}/${told.id}`)).status).toBe(404)
})
