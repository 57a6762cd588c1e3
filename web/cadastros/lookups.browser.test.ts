import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserSession, browserSession, Keyboard, signIn } from '../../fixtures/browser-session'
import { startCep } from '../../fixtures/simulators/cep'
import { startCnpj } from '../../fixtures/simulators/cnpj'
import type { LookupSimulator } from '../../fixtures/simulators/lookup'
import { testCnpj } from '../../fixtures/test-server'

/** Look-ups in the forms: what is empty is filled, what differs is shown and asked, nothing is written over silently. */

const KNOWN = testCnpj(7)
let cep: LookupSimulator
let cnpj: LookupSimulator
let session: BrowserSession
let keys: Keyboard
beforeAll(async () => {
  cep = startCep()
  cnpj = startCnpj(KNOWN)
  session = await browserSession({ CEP_URL: cep.url, CNPJ_URL: cnpj.url })
  keys = new Keyboard(session)
  await signIn(session)
}, 120_000)
afterAll(async () => {
  await session?.close()
  await Promise.all([cep?.stop(), cnpj?.stop()])
})

const valueOf = (label: string) => session.page.getByLabel(label, { exact: true }).inputValue()

async function newForm(path: string): Promise<void> {
  await session.page.goto(`${session.url}${path}/edit/new`)
  await keys.screen(`${path}/edit/new`)
}

describe('a company by its CNPJ', () => {
  it('fills what is empty, and asks before it changes what was typed', async () => {
    const { page } = session
    await newForm('/ui/cadastros/fornecedor')
    await page.getByLabel('Nome fantasia').fill('Como nós a chamamos')
    await page.getByLabel('CNPJ / CPF').fill(KNOWN)
    await page.getByRole('button', { name: 'Consultar' }).click()
    await keys.text('A consulta encontrou dados diferentes')
    await keys.text(/Nome fantasia: Como nós a chamamos → IMAGINARIA/)
    await page.getByRole('button', { name: 'Manter os meus' }).click()
    expect(await valueOf('Nome fantasia')).toBe('Como nós a chamamos')
    expect(await page.getByLabel('Nome / Razão social').inputValue()).toBe('FERRAGENS IMAGINARIAS LTDA')
    expect(await page.getByRole('combobox', { name: 'Município' }).inputValue()).toBe('Curitiba')
    await page.getByRole('button', { name: 'Consultar' }).click()
    await page.getByRole('button', { name: 'Trocar' }).click()
    await expect.poll(() => valueOf('Nome fantasia')).toBe('IMAGINARIA')
    expect(cnpj.asked).toEqual([KNOWN])
  })

  it('says in the specification’s words that a number is none, and does not ask anyone', async () => {
    const { page } = session
    await newForm('/ui/cadastros/fornecedor')
    await page.getByLabel('CNPJ / CPF').fill('11.222.333/0001-99')
    await page.getByRole('button', { name: 'Consultar' }).click()
    await keys.text('O CNPJ informado é inválido.')
    expect(cnpj.asked).toEqual([KNOWN])
  })
})

describe('an address by its postcode', () => {
  it('fills street, district, state and municipality as soon as the postcode is whole', async () => {
    const { page } = session
    await newForm('/ui/cadastros/fornecedor')
    await page.getByLabel('CEP').fill('80010-000')
    await keys.press('Tab')
    await expect.poll(() => valueOf('Logradouro')).toBe('Rua Quinze de Novembro')
    expect([await valueOf('Bairro'), await valueOf('UF')]).toEqual(['Centro', 'PR'])
  })

  it('says that there is none, with the focus back in the postcode', async () => {
    const { page } = session
    await newForm('/ui/cadastros/fornecedor')
    await page.getByLabel('CEP').fill('99999-999')
    await keys.press('Tab')
    await keys.text('CEP não encontrado na base de dados dos correios.')
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('99999-999')
  })
})

describe('a municipality', () => {
  it('is searched from four characters on', async () => {
    const { page } = session
    await newForm('/ui/cadastros/fornecedor')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/municipio')) asked.push(request.url())
    })
    await page.getByRole('combobox', { name: 'Município' }).pressSequentially('Cur', { delay: 30 })
    await page.waitForTimeout(600)
    expect(asked).toEqual([])
    await keys.type('i')
    await page.getByRole('option', { name: /Curitiba/ }).waitFor()
    expect(asked.length).toBeGreaterThan(0)
  })
})
