import { expect, it } from 'vitest'
import { issuerTest, ok, server } from '../nota/issuing.fixture'
import { consumerBeyond, GUIDES, soldBeyond } from './guides.fixture'

issuerTest()

it('releasing a route warns while a guide of its notes is unpaid, and lets it go all the same', async () => {
  const { note, guides } = await soldBeyond(await consumerBeyond())
  const { empresa_id } = server
  const carrier = await server.insert('transportadora', { xNome: 'Frota própria' })
  const veiculo = await server.insert('veiculo', { transportadora_id: carrier.id, placa: 'ABC1D23', UF: 'PR' })
  const route = await ok('POST', '/api/expedicao/rota', { veiculo_id: veiculo.id, dRota: '2026-11-27' })
  await ok('POST', `/api/rota_venda/${route.id}/addVendas`, { vendas: [note.venda_id] })
  const told = async () =>
    JSON.stringify((await ok('POST', `/api/expedicao/rota/${route.id}/libera?simula=1`, {})).efeitos)
  expect(await told()).toContain(`1 guia GNRE sem pagamento, das notas ${note.nNF}`)
  const [guide] = guides
  await ok('POST', `${GUIDES}/${guide.id}/geraContasReceberLote`)
  const [payable] = (await ok('GET', `/api/contas_pagar?where={"documento":"gnre"}`)).data
  const banco = await server.insert('banco', { empresa_id, descricao: 'Conta' })
  await ok('POST', `/api/contas_pagar/${payable.id}/baixa`, { banco_id: banco.id, vPago: guide.valorGNRE })
  expect(await told()).not.toContain('guia GNRE')
  await ok('POST', `/api/expedicao/rota/${route.id}/libera`, {})
})
