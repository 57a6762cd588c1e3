import { beforeAll, describe, expect, it } from 'vitest'
import {
  api,
  COMPANY,
  dispatched,
  issuerBrowserTest,
  keys,
  noteOf,
  openScreen,
  page,
  sefaz,
} from '../../../fixtures/issuer-session'
import { expectPresentable } from '../../../fixtures/look'
import { today } from '../../../fixtures/test-clock'

/** From a route to its closed manifest, in a real browser, beside the simulator of the tax authority. */

issuerBrowserTest()

let rota = 0
let other = 0

/** A sale whose note is authorised, whose goods have a weight, with a delivery in the company's own town. */
async function noted(): Promise<number> {
  const venda_id = await dispatched()
  await api('POST', `venda/${venda_id}/fatura`)
  if ((await noteOf(venda_id)) === undefined) await api('POST', `venda/${venda_id}/emiteNFe`)
  const { id } = await noteOf(venda_id)
  await openScreen(`/ui/nfe/nfe/edit/${id}`)
  await keys.chip('Autorizada')
  const { venda_mercadorias } = await api('GET', `venda/${venda_id}`)
  for (const { mercadoria_id } of venda_mercadorias) await api('PUT', `mercadoria/${mercadoria_id}`, { pesoB: '2' })
  return venda_id
}

/** A vehicle of the company's own, which lacks what only the manifest asks. */
async function vehicle(): Promise<number> {
  const { CNPJ_CPF } = await api('GET', `empresa/${COMPANY}`)
  const carrier = await api('POST', 'transportadora', { xNome: 'Frota própria', CNPJ_CPF })
  return (await api('POST', 'transportadora_veiculo', { transportadora_id: carrier.id, placa: 'MDF1E23', UF: 'PR' })).id
}

beforeAll(async () => {
  await api('POST', 'nfe/serie_numero', { empresa_id: COMPANY, tpDoc: 4, serie: 1, tpAmb: 2 })
  const driver = await api('POST', 'motorista', { xNome: 'José da Silva', CNPJ_CPF: '52998224725' })
  other = (await api('POST', 'motorista', { xNome: 'Maria de Souza', CNPJ_CPF: '11144477735' })).id
  const sale = await noted()
  const made = await api('POST', 'expedicao/rota', {
    veiculo_id: await vehicle(),
    motorista_id: driver.id,
    dRota: today(),
  })
  rota = made.id
  await api('POST', `expedicao/rota_venda/${rota}/addVendas`, { vendas: [sale] })
  await api('POST', `expedicao/rota/${rota}/libera`)
}, 120_000)

const more = async (item: string): Promise<void> => {
  await page().getByRole('button', { name: 'Mais', exact: true }).click()
  await page().getByRole('menuitem', { name: item }).click()
}

describe('from a route to its manifest', () => {
  it('says at once all that is missing', async () => {
    await openScreen(`/ui/expedicao/rota/edit/${rota}`)
    await more('Gerar MDF-e')
    await page().getByText('Tara do veículo: falta informar.').waitFor()
    await page().getByText('Rodado do veículo: falta informar.').waitFor()
    await expectPresentable(page(), 'mdfe-falta')
    await page().getByRole('button', { name: 'Entendi' }).click()
  })

  it('is made of it once that is mended, and shows what it came to', async () => {
    const { veiculo_id } = await api('GET', `expedicao/rota/${rota}`)
    await api('PUT', `transportadora_veiculo/${veiculo_id}`, { tara: 3000, tpRod: '05', tpCar: '02' })
    await openScreen(`/ui/expedicao/rota/edit/${rota}`)
    await more('Gerar MDF-e')
    await keys.text('enviado à SEFAZ.')
    const { data } = await api('GET', 'nfe/mdfe')
    await openScreen(`/ui/nfe/mdfe/edit/${data[0].id}`)
    await keys.chip('Aberto')
    await expectPresentable(page(), 'mdfe-aberto')
  })

  it('is among those not closed; that the authority does not answer, or refuses its closing, is said there', async () => {
    const press = (name: string): Promise<void> => page().getByRole('button', { name, exact: true }).click()
    await openScreen('/ui/nfe/mdfe')
    sefaz.faults.down('MDFE', '109')
    await press('Não encerrados')
    await page().getByRole('alert').getByText('A SEFAZ não respondeu à consulta: 109').waitFor()
    expect(await page().getByText('Consultando a SEFAZ').count()).toBe(0)
    sefaz.faults.up()
    await press('Consultar de novo')
    await page().getByText('MDF-e 1 · série 1').waitFor()
    const { data } = await api('GET', 'nfe/mdfe')
    await api('POST', `nfe/mdfe/${data[0].id}/incluiCondutor`, { motorista_id: other })
    await expect.poll(async () => (await api('GET', 'nfe/mdfe_evento')).data[0]?.situacao).toBe('registrado')
    sefaz.faults.treat({ service: 'manifestEvent', reject: '614' })
    await press('Encerrar')
    await keys.press('Enter')
    await page().getByText('Encerramento: Enviando').or(page().getByText('Encerramento: Recusado')).waitFor()
    await expect.poll(async () => (await api('GET', `nfe/mdfe/${data[0].id}`)).cStat).toBe('614')
    await press('Consultar de novo')
    await page().getByText('Encerramento: Recusado · ').waitFor()
    // As it was opened, twice by its button, and after the closing: what else changed asks nothing.
    expect(sefaz.calls.filter((one) => one === 'openManifests')).toHaveLength(4)
    await expectPresentable(page(), 'mdfe-nao-encerrados')
  })

  it('is closed with its route, by who is told of it first', async () => {
    await openScreen(`/ui/expedicao/rota/edit/${rota}`)
    await keys.press('F10')
    await keys.text(/Finalizar a rota \d+\?/)
    await keys.press('Enter')
    await keys.text('A rota tem MDF-e aberto (nº 1): encerre-o antes, ou com ela.')
    await page().getByRole('button', { name: 'Finalizar e encerrar o MDF-e' }).waitFor()
    await expectPresentable(page(), 'mdfe-finalizar')
    await keys.press('Enter')
    await keys.chip('Finalizada')
    const { data } = await api('GET', 'nfe/mdfe')
    await openScreen(`/ui/nfe/mdfe/edit/${data[0].id}`)
    await keys.chip('Encerrado')
    await page().getByRole('tab', { name: 'Eventos' }).click()
    await page()
      .getByRole('row', { name: /^Encerramento .*Registrado/ })
      .waitFor()
    await expectPresentable(page(), 'mdfe-eventos')
    await openScreen('/ui/nfe/mdfe')
    await expectPresentable(page(), 'mdfe-lista')
  })
})
