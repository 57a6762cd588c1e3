import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, ok } from '../estoque/output.fixture'
import { openWorkshop, order, ORDERS, type Workshop } from './ordem_servico/service.fixture'

/** What service orders hold of a person: what is open keeps the person, and pictures go with them. */

let shop: Workshop
beforeAll(async () => {
  shop = await openWorkshop()
})
afterAll(() => shop.server.close())

const anonymise = () =>
  call('POST', '/api/cadastros/lgpd/anonimiza', {
    recurso: 'cliente',
    registro_id: shop.customer,
    motivo: 'Pedido da titular',
    confirma: 'Maria Exemplo',
  })

it('a customer with an open order or a contract stays; then photos and signature go, and the equipment tells of nobody', async () => {
  const id = await order(shop, [])
  const contract = await ok('POST', '/api/srv/contrato_servico', {
    descricao: 'Revisão da Maria',
    cliente_id: shop.customer,
    dProxima: '2090-01-01',
  })
  await ok('POST', `${ORDERS}/${id}/assina`, {
    xNome: 'Maria',
    imagem: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]).toString('base64'),
  })
  expect((await anonymise()).body.errors.pendencias).toEqual([
    expect.stringMatching(/^Há 1 ordem de serviço em aberto/),
    expect.stringMatching(/^Há 1 contrato de serviço ativo/),
  ])
  expect((await ok('GET', `${ORDERS}/${id}`)).anexables).toHaveLength(1)
  await ok('PUT', `/api/srv/contrato_servico/${contract.id}`, { ativo: false })
  await ok('POST', `${ORDERS}/${id}/cancelarOrdemServico`, { xJust: 'Fechada a pedido da titular' })
  expect((await anonymise()).status).toBe(200)
  expect(await ok('GET', `${ORDERS}/${id}`)).toMatchObject({ anexables: [], assinatura_id: null })
  expect(await ok('GET', `/api/srv/equipamento/${shop.equipment}`)).toMatchObject({
    descricao: '(anonimizado)',
    nSerie: null,
    marca: null,
  })
  expect(await ok('GET', `/api/srv/contrato_servico/${contract.id}`)).toMatchObject({ descricao: '(anonimizado)' })
})
