import { afterAll, beforeAll, expect, it } from 'vitest'
import { api, COMPANY, issuerBrowserTest, keys, openScreen, page } from '../../../fixtures/issuer-session'
import { expectPresentable } from '../../../fixtures/look'
import { type NfseSimulator, startNfse } from '../../../fixtures/simulators/nfse/start'

/** From a service order to its note, corrected and cancelled, in a real browser, beside the simulator of the national system. */

let nacional: NfseSimulator
beforeAll(async () => {
  nacional = await startNfse()
})

let labour: number
let customer: number
issuerBrowserTest(
  async () => {
    await api('POST', 'nfe/serie_numero', { empresa_id: COMPANY, tpDoc: 2, serie: 1, tpAmb: 2 })
    const service = {
      descricao: 'Revisão da empilhadeira',
      valor: 480,
      cTribNac: '140101',
      cNBS: '120013100',
      pISS: 2,
      cClassTrib: '000001',
    }
    labour = (await api('POST', 'srv/servico', service)).id
    customer = (await api('GET', 'cliente?perPage=1&orderBy=id&where={"ativo":true}')).data[0].id
  },
  () => ({ PRUMO_NFSE: nacional.url }),
)
afterAll(() => nacional.stop())

const ORDERS = 'srv/ordem_servico'

async function order(): Promise<number> {
  const { id } = await api('POST', ORDERS, {
    cliente_id: customer,
    geraNFe: 2,
    ordem_servico_servicos: [{ servico_id: labour }],
  })
  const [method] = (await api('GET', 'pagamento?perPage=1&orderBy=id')).data
  await api('PUT', `${ORDERS}/${id}`, {
    ordem_servico_duplicatas: [{ vDup: 480, dVencimento: '2099-01-10', pagamento_id: method.id }],
  })
  await api('POST', `${ORDERS}/${id}/finalizarOrdemServico`)
  return id
}

const noteOf = async (id: number) =>
  (await api('GET', `nfse/nfse?where={"ordem_servico_id":${id}}&orderBy=id&sortedBy=desc`)).data[0]

it('says what is missing, leads there, and goes by keyboard once it is mended', async () => {
  const id = await order()
  await openScreen(`/ui/servico/ordem_servico/edit/${id}`)
  await keys.press('F9')
  await keys.text('Ordem de serviço faturada.')
  await keys.text(/^A NFS-e espera em Notas de serviço: ./)
  const note = await noteOf(id)
  await openScreen(`/ui/nfse/nfse/edit/${note.id}`)
  await page().getByText('O que impede a emissão').waitFor()
  await expectPresentable(page(), 'nfse-rascunho')
  await openScreen('/ui/nfse/nfse')
  await page().getByRole('checkbox').last().check()
  await page().getByRole('button', { name: 'Ações' }).click()
  const file = page().getByRole('menuitem', { name: /^Baixar XML/ })
  expect([await file.getAttribute('aria-disabled'), await file.getAttribute('title')]).toEqual([
    'true',
    'A nota ainda não foi emitida.',
  ])
  await api('PUT', `srv/servico/${labour}`, { cIndOp: '100301' })
  await openScreen(`/ui/nfse/nfse/edit/${note.id}`)
  await page().getByText('Nada impede a emissão.').waitFor()
  await keys.press('F10')
  await page()
    .getByText(/^Emitir a NFS-e \d+\?$/)
    .waitFor()
  await keys.press('Enter')
  await keys.chip('Autorizada')
  await expectPresentable(page(), 'nfse-autorizada')
})

it('corrected, another takes its place; cancelled with its reason, the order may be invoiced again', async () => {
  const [{ id, ordem_servico_id }] = (await api('GET', 'nfse/nfse?where={"status":3}&perPage=1&orderBy=id')).data
  await openScreen(`/ui/nfse/nfse/edit/${id}`)
  await page().getByRole('button', { name: 'Mais', exact: true }).click()
  await page().getByRole('menuitem', { name: 'Corrigir' }).click()
  await page().getByLabel('Motivo').selectOption({ label: 'Outros' })
  await page().getByLabel('Descrição').last().fill('Descrição do serviço errada')
  await expectPresentable(page(), 'nfse-corrigir')
  await page().getByRole('button', { name: 'Emitir outra no lugar' }).click()
  await keys.chip('Substituída')
  const other = await noteOf(ordem_servico_id)
  await openScreen('/ui/nfse/nfse')
  await expectPresentable(page(), 'nfse-lista')
  await openScreen(`/ui/nfse/nfse/edit/${other.id}`)
  await page().getByRole('button', { name: 'Mais', exact: true }).click()
  await page().getByRole('menuitem', { name: 'Cancelar a NFS-e' }).click()
  await page().getByLabel('Motivo').selectOption({ label: 'Serviço não prestado' })
  await page().getByLabel('Descrição').last().fill('Cliente desistiu do serviço')
  await expectPresentable(page(), 'nfse-cancelar')
  await page().getByRole('button', { name: 'Cancelar a NFS-e' }).last().click()
  await keys.chip('Cancelada')
  expect((await api('GET', `${ORDERS}/${ordem_servico_id}`)).status).toBe(2)
})

it('what a city asks is data: its rate, from a day on, and how long notes may be cancelled', async () => {
  const showTowns = async (): Promise<void> => {
    await page().getByRole('button', { name: 'Ações' }).click()
    await page().getByRole('menuitem', { name: 'ISS dos municípios' }).click()
  }
  await openScreen('/ui/nfse/nfse')
  await showTowns()
  const dialog = page().getByRole('dialog', { name: 'ISS dos municípios' })
  await dialog.getByRole('combobox', { name: 'Município' }).fill('Curitiba')
  await page()
    .getByRole('option', { name: /Curitiba/ })
    .first()
    .click()
  await dialog.getByLabel('ISS (%)').fill('3')
  await dialog.getByRole('textbox', { name: 'Vale a partir de' }).fill('01/01/2026')
  await dialog.getByLabel('Prazo para cancelar (dias)').fill('30')
  await expectPresentable(page(), 'nfse-municipio')
  await dialog.getByRole('button', { name: 'Incluir' }).click()
  await keys.text('ISS do município salvo com sucesso.')
  const [row] = (await api('GET', 'nfse/municipio')).data
  expect(row).toMatchObject({ pAliq: 3, dInicio: '2026-01-01', cancela_dias: 30, ativo: true })
  await showTowns()
  await dialog.getByRole('button', { name: /^Alterar Curitiba/ }).click()
  await dialog.getByLabel('ISS (%)').fill('4')
  await expectPresentable(page(), 'nfse-municipio-alterar')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await api('GET', `nfse/municipio/${row.id}`)).pAliq).toBe(4)
  await showTowns()
  await dialog.getByRole('button', { name: /^Excluir Curitiba/ }).click()
  await page().getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
  await dialog.getByRole('button', { name: /^Alterar Curitiba/ }).waitFor({ state: 'detached' })
  expect((await api('GET', 'nfse/municipio')).data).toEqual([])
})
