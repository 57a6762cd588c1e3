import { expect, it } from 'vitest'
import { lineOf, sweepOf } from '../../../fixtures/dda-sweep'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'
import { testCnpj } from '../../../fixtures/test-server'

/** Slips against the company: a sweep that links what is sure, one key for what is likely, fraud in red, one refused, one typed, one that becomes a payable. */

const session = browserTest()
const STEEL = { id: testCnpj(77), name: 'Aços Exemplo' }
const STRANGER = { id: testCnpj(78), name: 'Cobranças Rápidas' }
const DUE = '2026-12-20'

/** A supplier and what is owed to it; answers the company's own CNPJ. */
const seed = () =>
  session.page.evaluate(
    async ({ CNPJ_CPF, xNome, dVencimento }) => {
      const headers = { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' }
      const send = async (path: string, body?: object) => {
        const method = body === undefined ? 'GET' : 'POST'
        const answer = await fetch(`/api/${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
        if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
        return answer.json()
      }
      const supplier = await send('fornecedor', { xNome, CNPJ_CPF })
      const owed = { fornecedor_id: supplier.id, dEmissao: '2026-11-01' }
      await send('contas_pagar', { ...owed, vConta: 110, dVencimento })
      await send('contas_pagar', { ...owed, vConta: 120, dVencimento: '2026-12-23', numero: 'NF-120' })
      const { data } = await send('empresa?perPage=1&orderBy=id&sortedBy=asc')
      return String(data[0].CNPJ_CPF)
    },
    { CNPJ_CPF: STEEL.id, xNome: STEEL.name, dVencimento: DUE },
  )

const upload = (text: string) =>
  session.page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([{ name: 'dda.ret', mimeType: 'text/plain', buffer: Buffer.from(text) }])

it('takes a sweep in, links by one key, shows fraud in red, refuses it, and makes a payable of a typed slip', async () => {
  const { page, url } = session
  const keys = new Keyboard(session)
  await page.goto(`${url}/ui/financeiro/boletos_dda`)
  await settled(page)
  await expectPresentable(page, 'dda-vazio')
  const payer = { id: await seed(), name: 'EMPRESA' }
  await upload(
    sweepOf(payer, [
      { number: 1, issuer: STEEL, value: '110.00', due: DUE },
      { number: 2, issuer: STEEL, value: '120.00', due: DUE },
      { number: 3, issuer: STRANGER, value: '980.00', due: DUE },
    ]),
  )
  await keys.text('3 boletos, 3 novos, 1 ligado, 1 a ligar, 1 possível fraude')
  await page.getByText('Cobranças Rápidas').first().waitFor()
  await settled(page)
  await expectPresentable(page, 'dda-lista')

  // What is likely: one key.
  await page.getByText('Mesmo emissor e valor, vencimento próximo').first().click()
  const form = page.getByRole('dialog').last()
  await form.getByText('NF-120 · Aços Exemplo').waitFor()
  expect(await form.getByLabel('Número do documento').isEnabled()).toBe(true)
  await settled(page)
  await expectPresentable(page, 'dda-propostas')
  await keys.press('F10')
  await keys.text('Boleto ligado à conta a pagar.')
  // What is linked is as it was linked: nothing looks as if it could be typed.
  await form.getByRole('button', { name: 'Desligar' }).waitFor()
  expect(await form.getByLabel('Número do documento').isEnabled()).toBe(false)
  expect(await form.getByRole('button', { name: 'Salvar' }).count()).toBe(0)
  await form.getByRole('button', { name: 'Agendar' }).click()
  await page.getByRole('dialog', { name: 'Agendar pagamento' }).waitFor()
  await keys.press('F10')
  await keys.text('Pagamento previsto para 20/12/2026.')
  await settled(page)
  await expectPresentable(page, 'dda-agendado')
  await keys.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // What is suspected: red, with its reason; refused with ours.
  await page.getByText('Cobranças Rápidas').first().click()
  await form.getByText('nunca vendeu à empresa').first().waitFor()
  await settled(page)
  await expectPresentable(page, 'dda-fraude')
  await form.getByRole('button', { name: 'Recusar' }).click()
  await page.getByRole('dialog', { name: 'Recusar boleto' }).getByRole('textbox').first().fill('Não compramos deles')
  await settled(page)
  await expectPresentable(page, 'dda-recusa')
  await keys.press('F10')
  await keys.text('Boleto recusado.')
  await form.getByRole('button', { name: 'Desfazer recusa' }).waitFor()
  expect(await form.getByLabel('Número do documento').isEnabled()).toBe(false)
  await keys.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // One that is typed becomes a payable.
  await page.getByRole('button', { name: 'Ler boleto' }).click()
  const typing = page.getByRole('dialog', { name: 'Ler boleto' })
  await typing.getByLabel('Linha digitável').fill(lineOf({ number: 4, value: '55.50', due: DUE }))
  await typing.getByLabel('CNPJ / CPF do emissor').fill(STEEL.id)
  await settled(page)
  await expectPresentable(page, 'dda-digitado')
  await keys.press('F10')
  await form.getByText('Nenhuma conta a pagar em aberto deste fornecedor').first().waitFor()
  await form.getByRole('button', { name: 'Abrir conta' }).click()
  await page.getByRole('dialog', { name: 'Abrir conta a pagar' }).getByText('R$ 55,50').waitFor()
  await settled(page)
  await expectPresentable(page, 'dda-abre')
  await keys.press('F10')
  await keys.text('Conta a pagar aberta, já ligada ao boleto.')
  await form.getByRole('button', { name: 'Ver a conta' }).waitFor()
  expect(session.errors).toEqual([])
})
