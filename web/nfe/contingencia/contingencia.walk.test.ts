import { describe, expect, it } from 'vitest'
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
import { expectPresentable, fits, shot } from '../../../fixtures/look'
import { codesIn } from '../../../fixtures/read-codes'
import { readPdf } from '../../../fixtures/read-pdf'
import { today } from '../../../fixtures/test-clock'

/** Issuing while the authority is out of order, in a real browser: by EPEC, in doubt, and at the counter of a shop, on a phone. */

issuerBrowserTest(async () => {
  await api('POST', 'nfe/serie_numero', { empresa_id: COMPANY, tpDoc: 3, serie: 1, tpAmb: 2 })
})

/** Invoices a sale by its key. */
async function invoice(venda_id: number): Promise<void> {
  await openScreen(`/ui/comercial/venda/edit/${venda_id}`)
  await keys.press('F9')
  await keys.text('enviada à SEFAZ')
}

/** Turns a contingency off on its screen. */
async function turnOff(id: number): Promise<void> {
  await openScreen(`/ui/nfe/contingencia/edit/${id}`)
  await page().getByRole('button', { name: 'Desligar' }).click()
  await keys.text('Contingência desligada.')
}

const contingency = (body: object): Promise<{ readonly id: number }> =>
  api('POST', 'nfe/contingencia', { xJust: 'SEFAZ fora do ar desde cedo', ...body })

/** What the menu of a note shows of its paper: the PDF that opens beside. */
async function paper(): Promise<Uint8Array> {
  await page().getByRole('button', { name: 'Mais', exact: true }).click()
  const asked = page()
    .context()
    .waitForEvent('request', (request) => request.url().includes('/print_danfe/'))
  await page().getByRole('menuitem', { name: 'DANFE', exact: true }).click()
  const answer = await page().request.get((await asked).url())
  expect(answer.headers()['content-type']).toBe('application/pdf')
  return new Uint8Array(await answer.body())
}

describe('contingency', () => {
  it('by EPEC: begun on its screen, a sale’s note goes out by it; ended, all is authorised', async () => {
    const { UF } = await api('GET', `empresa/${COMPANY}`)
    sefaz.faults.down(UF, '109')
    await openScreen('/ui/nfe/contingencia/edit/new')
    await page().getByLabel('Forma').selectOption({ label: 'EPEC, no Ambiente Nacional' })
    await page().getByLabel('Motivo').fill('SEFAZ e SVC fora do ar desde cedo')
    await expectPresentable(page(), 'contingencia-nova')
    await keys.press('Control+s')
    await keys.text('com sucesso')
    const [{ id }] = (await api('GET', 'nfe/contingencia?orderBy=id&sortedBy=desc&perPage=1')).data
    const venda_id = await dispatched(1)
    await invoice(venda_id)
    const note = await noteOf(venda_id)
    await openScreen(`/ui/nfe/nfe/edit/${note.id}`)
    await keys.chip('Em EPEC')
    await expectPresentable(page(), 'nfe-epec')
    const said = readPdf(await paper()).texts.join(' ')
    expect(said).toContain('EPEC REGULARMENTE RECEBIDO')
    sefaz.faults.up()
    await turnOff(id)
    await openScreen(`/ui/nfe/nfe/edit/${note.id}`)
    await keys.chip('Autorizada')
    expect((await noteOf(venda_id)).chNFe).toBe(note.chNFe)
    await openScreen('/ui/nfe/contingencia')
    await expectPresentable(page(), 'contingencia-lista')
  })

  it('of a note in doubt: another takes its place, and the first, found authorised, is cancelled', async () => {
    const { UF } = await api('GET', `empresa/${COMPANY}`)
    sefaz.faults.treat({ service: 'authorise', cut: 'after' })
    const venda_id = await dispatched(1)
    await invoice(venda_id)
    const doubtful = await noteOf(venda_id)
    sefaz.faults.down(UF, 'http')
    sefaz.faults.contingency.set(UF, 'on')
    const { id } = await contingency({ mod: 55 })
    await openScreen(`/ui/nfe/nfe/edit/${doubtful.id}`)
    await page().getByRole('button', { name: 'Mais', exact: true }).click()
    await page().getByRole('menuitem', { name: 'Reemitir em contingência' }).click()
    await page().getByText('Outra nota, com outro número').waitFor()
    await expectPresentable(page(), 'nfe-reemitir')
    await page().locator('dialog[open]').last().getByRole('button', { name: 'Reemitir em contingência' }).click()
    await keys.text('emitida em contingência.')
    await keys.chip('Em dúvida')
    await expectPresentable(page(), 'nfe-em-duvida')
    sefaz.faults.up()
    await turnOff(id)
    await openScreen(`/ui/nfe/nfe/edit/${doubtful.id}`)
    await keys.chip('Cancelada')
    const other = await noteOf(venda_id)
    expect(other).toMatchObject({ status: 3, tpEmis: 7 })
    expect((await api('GET', `venda/${venda_id}`)).status).toBe(4)
  })
})

describe('a consumer’s receipt on a phone', () => {
  /** A sale of the counter, handed over and paid at once by somebody who is nobody on the note. */
  async function sold(): Promise<number> {
    const { data: sales } = await api('GET', 'venda?where={"status":2}&perPage=1&orderBy=id')
    const { tipo_entrada_saida_id, venda_mercadorias } = await api('GET', `venda/${sales[0].id}`)
    const [{ mercadoria_id }] = venda_mercadorias
    const { id: cliente_id } = await api('POST', 'cliente', { xNome: 'Consumidor' })
    const { data: ways } = await api('GET', 'pagamento?where={"tPag":"01"}&perPage=1')
    const lines = [{ mercadoria_id, qTrib: 1, vUnTrib: 10 }]
    const head = { cliente_id, tipo_entrada_saida_id, geraNFe: 3, venda_mercadorias: lines }
    const { id } = await api('POST', 'venda', head)
    const { vTotal } = await api('GET', `venda/${id}`)
    const due = { vDup: vTotal, dVencimento: today(), pagamento_id: ways[0].id }
    await api('PUT', `venda/${id}`, { venda_duplicatas: [due] })
    await api('POST', `venda/${id}/fecha`)
    return id
  }

  it.each([
    ['authorised', false],
    ['off-line, while the authority is out of order', true],
  ] as const)('%s: invoiced, opened and printed, with its QR Code', async (_, offline) => {
    const { UF } = await api('GET', `empresa/${COMPANY}`)
    const on = offline ? await contingency({ mod: 65 }) : undefined
    if (offline) sefaz.faults.down(UF, 'http')
    const venda_id = await sold()
    await page().setViewportSize({ width: 390, height: 780 })
    await invoice(venda_id)
    const note = await noteOf(venda_id)
    await openScreen(`/ui/nfe/nfe/edit/${note.id}`)
    await keys.chip(offline ? 'Enviando' : 'Autorizada')
    expect(await fits(page())).toBe(true)
    await shot(page(), `nfce-${offline ? 'off-line' : 'autorizada'}-390`)
    const pdf = await paper()
    const { texts } = readPdf(pdf)
    expect(texts.join(' ').includes('PENDENTE DE AUTORIZAÇÃO')).toBe(offline)
    const [code = ''] = await codesIn(pdf)
    expect(code).toContain(`p=${note.chNFe}|3|2`)
    expect(code.split('|')).toHaveLength(offline ? 8 : 3)
    if (on === undefined) return
    await openScreen('/ui/nfe/nfe?visao=Off-line+a+enviar')
    await shot(page(), 'nfce-off-line-lista-390')
    sefaz.faults.up()
    await turnOff(on.id)
    await openScreen(`/ui/nfe/nfe/edit/${note.id}`)
    await keys.chip('Autorizada')
  })
})
