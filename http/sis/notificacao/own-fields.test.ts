import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, ok } from '../../estoque/output.fixture'
import { openWorkshop, order, type Workshop } from '../../servico/ordem_servico/service.fixture'

/** Fields that a company added, in its templates: of the document and of its customer, as people read them, for whoever sees them. */

const PATH = '/api/sis/notificacao_template'
let shop: Workshop
beforeAll(async () => {
  shop = await openWorkshop({})
})
afterAll(() => shop.server.close())

const OPTIONS = [
  { value: 'a', label: 'Azul' },
  { value: 'v', label: 'Verde' },
]

it('a template says what stands in them; a name that is none, or not theirs to see, is refused', async () => {
  const define = (alias: string, key: string, type: string, more: object = {}) =>
    ok('POST', '/api/sis/custom_field', { alias, key, type, label: key, ...more })
  const of = 'ordem_servico'
  await define(of, 'caucao', 'money')
  await define(of, 'visita', 'datetime')
  await define(of, 'cores', 'tags', { options: OPTIONS })
  await define(of, 'indicado', 'autocomplete', { ui: { autocomplete: 'cliente' } })
  await define(of, 'margem', 'text', { visible_roles: ['ceo'] })
  await define('cliente', 'socio', 'boolean')
  const registro_id = await order(shop, [])
  const extra = {
    caucao: 1200.5,
    visita: '2026-12-01 08:30',
    cores: ['v', 'a'],
    indicado: shop.customer,
    margem: 'alta',
  }
  await ok('PUT', `/api/servico/ordem_servico/${registro_id}`, { extra })
  await ok('PUT', `/api/cliente/${shop.customer}`, { extra: { socio: true } })
  const { xNome } = await ok('GET', `/api/cliente/${shop.customer}`)
  const body =
    '{{extra.caucao}}|{{extra.visita}}|{{extra.cores}}|{{extra.indicado}}|{{cliente.extra.socio}}|{{extra.nada}}|{{extra.margem}}'
  const text = { descricao: 'Própria', evento: 'ordem_servico.finalizada', assunto: 'x', body }
  const { id } = await ok('POST', PATH, text)
  const preview = (who: typeof call) => who('POST', `${PATH}/${id}/previa`, { registro_id })
  expect((await preview(call)).body.text).toBe(
    `R$ 1.200,50|01/12/2026 08:30|Verde, Azul|${xNome}|Sim||alta`.replace('R$ ', 'R$ '),
  )
  const reader = await shop.server.user({
    permissions: ['show notificacao_template', 'edit notificacao_template', 'show ordem_servico'],
  })
  expect((await preview(reader)).body.text).toMatch(/\|{3}$/)
  const refused = await reader('POST', `${PATH}/${id}/finalizarNotificacaoTemplate`)
  expect(refused.body.errors.body).toEqual([
    'Ordem de serviço não tem {{cliente.extra.socio}}.',
    'Ordem de serviço não tem {{extra.nada}}.',
    'Ordem de serviço não tem {{extra.margem}}.',
  ])
  await ok('PUT', `${PATH}/${id}`, { body: body.replace('{{extra.nada}}', '') })
  expect((await call('POST', `${PATH}/${id}/finalizarNotificacaoTemplate`)).status).toBe(200)
})
