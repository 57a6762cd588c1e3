import { describe, expect, it } from 'vitest'
import {
  api,
  dispatched,
  issuerBrowserTest,
  keys,
  noteOf,
  openScreen,
  page,
  sefaz,
} from '../../../fixtures/issuer-session'
import { expectPresentable } from '../../../fixtures/look'

/** From a sale to its authorised note, in a real browser, beside the simulator of the tax authority. */

issuerBrowserTest()

/** Says yes to a question, whose answer has the focus. */
async function yes(question: string): Promise<void> {
  await page()
    .getByText(new RegExp(`^${question} \\d+\\?$`))
    .waitFor()
  await page()
    .locator(':focus', { hasText: question.split(' ')[0] ?? '' })
    .waitFor()
  await keys.press('Enter')
}

describe('from a sale to its note', () => {
  it('says what is missing, leads there, and goes by keyboard once it is mended', async () => {
    const [{ id: rule }] = (await api('GET', 'nfe/tributacao')).data
    await api('PUT', `nfe/tributacao/${rule}`, { cstIPI: null })
    const venda_id = await dispatched()
    await openScreen(`/ui/comercial/venda/edit/${venda_id}`)
    await keys.press('F9')
    await keys.text('A nota espera em Notas fiscais')
    const { id } = await noteOf(venda_id)
    await openScreen(`/ui/nfe/nfe/edit/${id}`)
    await page().getByText('o IPI da venda é').first().waitFor()
    await expectPresentable(page(), 'nfe-rascunho')
    await api('PUT', `nfe/tributacao/${rule}`, { cstIPI: '50' })
    await openScreen(`/ui/nfe/nfe/edit/${id}`)
    await page().getByText('Nada impede a emissão.').waitFor()
    await keys.press('F10')
    await yes('Emitir a nota')
    await keys.text('Nota enviada à SEFAZ.')
    await keys.chip('Autorizada')
    await expectPresentable(page(), 'nfe-autorizada')
  })

  it('waits for the note that its operation asks for, until its key is typed', async () => {
    const venda_id = await dispatched()
    const { tipo_entrada_saida_id } = await api('GET', `venda/${venda_id}`)
    await api('PUT', `tipo_entrada_saida/${tipo_entrada_saida_id}`, { exige_referencia: true })
    await openScreen(`/ui/comercial/venda/edit/${venda_id}`)
    await keys.press('F9')
    await keys.text('exige a nota referenciada')
    const { id } = await noteOf(venda_id)
    const [{ chNFe }] = (await api('GET', 'nfe/nfe?where={"status":3}&perPage=1&orderBy=id')).data
    await openScreen(`/ui/nfe/nfe/edit/${id}`)
    const field = page().getByLabel('Notas referenciadas')
    await field.fill(chNFe.slice(0, -1))
    await keys.press('Control+s')
    await keys.text(`A chave ${chNFe.slice(0, -1)} não confere.`)
    await field.fill(chNFe.replaceAll(/(.{4})/g, '$1 '))
    await expectPresentable(page(), 'nfe-referencia')
    await keys.press('Control+s')
    await page().getByText('Nada impede a emissão.').waitFor()
    await api('PUT', `tipo_entrada_saida/${tipo_entrada_saida_id}`, { exige_referencia: false })
  })

  it('goods that come back come in with their own note, which takes their return along when it is cancelled', async () => {
    const { data } = await api('GET', 'nfe/nfe?where={"status":3}&perPage=1&orderBy=id&sortedBy=desc')
    const { venda_id, chNFe } = data[0]
    await openScreen(`/ui/comercial/venda_devolucao/edit/new?venda_id=${venda_id}`)
    await page().getByLabel('Nota de devolução').selectOption({ label: 'NF-e de entrada' })
    await keys.press('F2')
    await page().getByRole('button', { name: 'Devolver tudo' }).click()
    await keys.press('Control+s')
    await keys.text('Devolução salva com sucesso.')
    await keys.press('F10')
    await page().getByText('Gera NF-e.').waitFor()
    await yes('Finalizar a devolução')
    await keys.text('enviada à SEFAZ')
    const where = JSON.stringify({ venda_id })
    const [back] = (await api('GET', `comercial/venda_devolucao?where=${where}`)).data
    const [note] = (await api('GET', `nfe/nfe?where=${JSON.stringify({ venda_devolucao_id: back.id })}`)).data
    await openScreen(`/ui/nfe/nfe/edit/${note.id}`)
    await keys.chip('Autorizada')
    await expectPresentable(page(), 'nfe-devolucao')
    expect(note).toMatchObject({ tpNF: 0, finNFe: 4 })
    expect(chNFe).toHaveLength(44)
    await page().getByRole('button', { name: 'Mais', exact: true }).click()
    await page().getByRole('menuitem', { name: 'Cancelar a nota' }).click()
    await page().getByLabel('Motivo do cancelamento').fill('Cliente ficou com a mercadoria')
    await page().getByRole('button', { name: 'Cancelar a nota' }).click()
    await keys.chip('Cancelada')
    expect((await api('GET', `comercial/venda_devolucao/${back.id}`)).dhCancelamento).not.toBeNull()
  })

  it('refused by the authority, tells why; sent again, it is authorised with the same number', async () => {
    const venda_id = await dispatched()
    sefaz.faults.treat({ service: 'authorise', reject: '806' })
    await openScreen(`/ui/comercial/venda/edit/${venda_id}`)
    await keys.press('F9')
    await keys.text('enviada à SEFAZ')
    const { id, nNF } = await noteOf(venda_id)
    await openScreen(`/ui/nfe/nfe/edit/${id}`)
    await keys.chip('Rejeitada')
    await page().getByText('Informe o CEST da mercadoria.').waitFor()
    await expectPresentable(page(), 'nfe-rejeitada')
    await keys.press('F10')
    await yes('Reenviar a nota')
    await keys.chip('Autorizada')
    expect((await noteOf(venda_id)).nNF).toBe(nNF)
  })

  it('offers the paper and the file of a letter of correction beside it', async () => {
    const [{ id }] = (await api('GET', 'nfe/nfe?where={"status":3}&perPage=1&orderBy=id')).data
    await api('POST', `nfe/nfe/${id}/setCCe`, { xCorrecao: 'Transportadora correta: Rápida Ltda' })
    await openScreen(`/ui/nfe/nfe/edit/${id}`)
    await page().getByRole('tab', { name: 'Eventos' }).click()
    const row = page().getByRole('row', { name: /^Carta de correção 1 .*Registrado/ })
    await row.waitFor()
    await expectPresentable(page(), 'nfe-eventos')
    const [answer] = await Promise.all([
      page()
        .context()
        .waitForEvent('response', { predicate: (one) => one.url().includes('/printCCe') }),
      row.getByRole('link', { name: 'Imprimir' }).click(),
    ])
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf'])
    const [download] = await Promise.all([
      page().waitForEvent('download', { predicate: (one) => one.suggestedFilename().endsWith('.xml') }),
      row.getByRole('link', { name: 'XML' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^\d{44}-110110-1\.xml$/)
  })

  it('cancelled with its reason, the sale is cancelled with it', async () => {
    const { data } = await api('GET', 'nfe/nfe?where={"status":3}&perPage=1&orderBy=id')
    const [{ id, venda_id }] = data
    await openScreen(`/ui/nfe/nfe/edit/${id}`)
    await page().getByRole('button', { name: 'Mais', exact: true }).click()
    await page().getByRole('menuitem', { name: 'Cancelar a nota' }).click()
    await page().getByLabel('Motivo do cancelamento').fill('Cliente desistiu da compra')
    await page().getByRole('button', { name: 'Cancelar a nota' }).click()
    await keys.chip('Cancelada')
    expect((await api('GET', `venda/${venda_id}`)).status).toBe(5)
    await openScreen('/ui/nfe/nfe')
    await expectPresentable(page(), 'nfe-lista')
  })
})
