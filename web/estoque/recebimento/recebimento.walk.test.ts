import { expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { calls, codeOf, invoice, wedge } from './receiving-page.fixture'

/** Receiving at a desk, by scanner alone. */

const session = browserTest()
const keys = new Keyboard(session)
const call = calls(session)
const state = () => session.page.locator('.reading-word')
const title = (text: string) => session.page.locator('.reading-title', { hasText: text }).waitFor()
const line = (n: number) => session.page.getByRole('row', { name: new RegExp(`Peça de recebimento ${n}\\b`) })

it('an invoice of 40 items is received by scanner alone, with three differences', async () => {
  const { page, url } = session
  const { id, products } = await invoice(session, 40, 100)
  await page.goto(`${url}/ui/estoque/recebimento`)
  await page
    .getByRole('row', { name: /4\.?100/ })
    .first()
    .waitFor()
  await expectPresentable(page, 'recebimento-lista')
  await page.goto(`${url}/ui/estoque/recebimento/edit/${id}`)
  await keys.screen(`/ui/estoque/recebimento/edit/${id}`)
  await settled(page)
  // 100 lacks one, 101 lacks all, 102 has two more; the rest comes as it was invoiced, in boxes of ten or one by one.
  for (let n = 100; n < 140; n += 1) {
    if (n === 101) continue
    const times = n === 100 ? 9 : n === 102 ? 12 : 10
    if (n % 3 === 0) {
      await wedge(page, String(times))
      await page.locator('.scan-kept', { hasText: `${times} ×` }).waitFor()
      await wedge(page, codeOf(n))
    } else await wedge(page, `${times}*${codeOf(n)}`)
  }
  await title('Peça de recebimento 139')
  await page.locator('.reading-quantity', { hasText: '+10' }).waitFor()
  expect(await state().innerText()).toBe('Contado')
  await expect.poll(() => page.getByRole('row', { name: /Completo/ }).count()).toBe(37)
  await line(102).getByText('A mais').waitFor()
  await line(101).getByText('Falta').waitFor()
  await expectPresentable(page, 'recebimento')

  // The last reading is taken off, and read again. Keys that are pressed with the focus elsewhere reach the box.
  await keys.press('Control+z')
  await page.locator('.reading-quantity', { hasText: '−10' }).waitFor()
  await page.getByRole('button', { name: 'Abrir a entrada' }).focus()
  await wedge(page, `10*${codeOf(139)}`)
  await page.locator('.reading-quantity', { hasText: '+10' }).waitFor()

  await keys.press('Control+Enter')
  const differing = page.getByRole('dialog', { name: 'O que veio não é o que a nota diz' })
  await differing.waitFor()
  await expect.poll(() => differing.getByRole('row').count()).toBe(4)
  await differing.getByLabel(/O que falta de Peça de recebimento 100/).selectOption('perda')
  await expectPresentable(page, 'recebimento-diferencas')
  // A colleague reads one more while it is being ended: that is said, and is a line of its own.
  let last = 0
  await page.route('**/finalizaRecebimento', async (route) => {
    last += 1
    if (last === 1) await call(`entrada/${id}/addVolume`, { code: codeOf(103), chave: 'colega' })
    await route.continue()
  })
  await keys.press('Control+Enter')
  await keys.text('Mais foi lido enquanto isso: confira a lista.')
  await expect.poll(() => differing.getByRole('row').count()).toBe(5)
  await call(`entrada/${id}/desfazLeitura`, { leitura: 'colega' })
  await expect.poll(() => differing.getByRole('row').count()).toBe(4)
  await keys.press('Control+Enter')
  await keys.text('Recebimento terminado.')
  await keys.chip('Recebida')

  const { itens } = await call(`entrada/${id}/conferencia`)
  const of = (n: number) => itens.find((one: { mercadoria_id: number }) => one.mercadoria_id === products[n - 100])
  expect(of(100)).toMatchObject({ qNota: 10, qTrib: 9, falta: 3 })
  expect(of(101)).toMatchObject({ qNota: 10, qTrib: 0, falta: 1 })
  expect(of(102)).toMatchObject({ qNota: 10, qTrib: 12, falta: 0 })
  const rest = await call(`entrada?where=${encodeURIComponent(JSON.stringify({ entrada_origem_id: id }))}`)
  expect(rest.data).toMatchObject([{ nNF: 4100, vTotal: 50 }])
})

it('what came within its tolerance is said to be so, and ends without a question', async () => {
  const { page, url } = session
  const { id } = await invoice(session, 1, 250, { pTolerancia: 10 })
  const form = `/ui/estoque/recebimento/edit/${id}`
  await page.goto(url + form)
  await keys.screen(form)
  await settled(page)
  await wedge(page, `8*${codeOf(250)}`)
  await page.locator('.chip', { hasText: 'Falta' }).waitFor()
  await wedge(page, codeOf(250))
  await page.locator('.chip', { hasText: 'Na tolerância' }).waitFor()
  await keys.press('Control+Enter')
  await keys.chip('Recebida')
  const { itens } = await call(`entrada/${id}/conferencia`)
  expect(itens).toMatchObject([{ qNota: 10, qRecebida: 9, qTrib: 9, falta: 0, tolerada: true }])
})

it('what is asked is asked at once: whose a code is, which lot, how many, and a label that was read before', async () => {
  const { page, url } = session
  const { id } = await invoice(session, 1, 300)
  const [{ fornecedor_id, tipo_entrada_saida_id }] = (
    await call(`entrada?where=${encodeURIComponent(JSON.stringify({ id }))}`)
  ).data
  const yogurt = await call('mercadoria', { xProd: 'Iogurte do recebimento', cEAN: codeOf(301), controla_lote: 2 })
  const rope = await call('mercadoria', { xProd: 'Corda do recebimento', cEAN: codeOf(302) })
  const made = await call('entrada', {
    fornecedor_id,
    tipo_entrada_saida_id,
    nNF: 4_301,
    entrada_mercadorias: [yogurt, rope].map((one) => ({ mercadoria_id: one.id, qCom: 10, vUnCom: 1 })),
  })
  await page.goto(`${url}/ui/estoque/recebimento/edit/${made.id}`)
  await keys.screen(`/ui/estoque/recebimento/edit/${made.id}`)
  await settled(page)

  await wedge(page, codeOf(301))
  const lot = page.getByRole('dialog', { name: /Lote de Iogurte/ })
  await lot.waitFor()
  // What is asked outlives the page.
  await page.reload()
  await keys.screen(`/ui/estoque/recebimento/edit/${made.id}`)
  await page.getByRole('button', { name: 'Informar o lote' }).click()
  await lot.getByLabel('Lote', { exact: true }).fill('')
  await keys.press('Control+Enter')
  await lot.getByText('Lote não informado').first().waitFor()
  await lot.getByText('Validade não informada').first().waitFor()
  await expectPresentable(page, 'recebimento-lote')
  // What is no lot goes no further; a symbol is taken apart, its separator typed as Ctrl+].
  await lot.getByLabel('Lote', { exact: true }).fill(codeOf(301))
  await keys.press('Control+Enter')
  await lot.getByText('Este é o código de barras de uma mercadoria, não um lote.').first().waitFor()
  await lot.getByLabel('Lote', { exact: true }).fill('')
  await page.keyboard.type(`01${codeOf(301).padStart(14, '0')}10FAB-7`)
  await page.keyboard.press('Control+]')
  await page.keyboard.type('15701231')
  await page.keyboard.press('Tab')
  await expect.poll(() => lot.getByLabel('Lote', { exact: true }).inputValue()).toBe('FAB-7')
  expect(await lot.getByRole('textbox', { name: 'Validade' }).inputValue()).toBe('31/12/2070')
  // A text of a supplier's that is no symbol stays as it is.
  await lot.getByLabel('Lote', { exact: true }).fill('FABRICA-2070-TURNO-2')
  await page.keyboard.press('Tab')
  expect(await lot.getByLabel('Lote', { exact: true }).inputValue()).toBe('FABRICA-2070-TURNO-2')
  await lot.getByLabel('Lote', { exact: true }).fill('l-9')
  await lot.getByRole('textbox', { name: 'Validade' }).fill('31/12/2070')
  await keys.press('Control+Enter')
  await page.locator('.reading-quantity', { hasText: '+1' }).waitFor()

  await wedge(page, '(01)' + codeOf(302).padStart(14, '0') + '(21)S-1')
  await title('Corda do recebimento')
  await wedge(page, '(01)' + codeOf(302).padStart(14, '0') + '(21)S-1')
  await keys.text('Etiqueta já foi escaneada. Deseja adicionar novamente?')
  // A scanner that goes on answers no question.
  await wedge(page, codeOf(302))
  await keys.text('Etiqueta já foi escaneada. Deseja adicionar novamente?')
  await keys.press('Control+Enter')
  await expect.poll(async () => (await call(`entrada/${made.id}/conferencia`)).itens[1].qRecebida).toBe(3)

  await wedge(page, codeOf(399))
  const whose = page.getByRole('dialog', { name: /De que mercadoria é/ })
  await whose.waitFor()
  await expectPresentable(page, 'recebimento-codigo')
  // A scanner that goes on answers this one neither: what it reads counts, and the box is as it was.
  await whose.getByLabel('Unidades em uma leitura').focus()
  await wedge(page, codeOf(302))
  await expect.poll(async () => (await call(`entrada/${made.id}/conferencia`)).itens[1].qRecebida).toBe(4)
  expect(await whose.getByLabel('Unidades em uma leitura').inputValue()).toBe('1')
  await whose.getByRole('combobox').focus()
  // As a person does, not as a scanner.
  await page.keyboard.type('corda do', { delay: 60 })
  await keys.pick()
  await whose.getByLabel('Unidades em uma leitura').fill('6')
  await keys.press('Control+Enter')
  await page.locator('.reading-quantity', { hasText: '+6' }).waitFor()
  await wedge(page, codeOf(399))
  await expect.poll(async () => (await call(`entrada/${made.id}/conferencia`)).itens[1].qRecebida).toBe(16)

  // What counted and is to be looked at counted all the same: here the lot may have swallowed what follows it.
  await wedge(page, `]C101${codeOf(302).padStart(14, '0')}10L117271231`)
  await page.locator('.reading-ok .reading-word', { hasText: 'Contado: confira' }).waitFor()

  await wedge(page, 'xx')
  await page.locator('.reading-error').waitFor()
  await keys.text('Código de barras inválido.')
  await page.getByRole('button', { name: 'Remover xx' }).click()
  await expect.poll(() => page.locator('.unsent').count()).toBe(0)

  await page.getByRole('button', { name: 'Iogurte do recebimento' }).press('Enter')
  const byHand = page.getByRole('dialog', { name: 'Iogurte do recebimento' })
  await byHand.getByLabel('Em cada volume').fill('3')
  await byHand.getByLabel('Lote', { exact: true }).fill('L-10')
  await byHand.getByRole('textbox', { name: 'Validade' }).fill('31/12/2070')
  // A device that keeps nothing sends it all the same, and the form says so and closes.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('full')
    }
  })
  await keys.press('Control+Enter')
  await byHand.waitFor({ state: 'detached' })
  await keys.text('Este aparelho não guarda leituras')
  await expect.poll(async () => (await call(`entrada/${made.id}/conferencia`)).itens[0].qRecebida).toBe(4)
})
