import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BrowserSession, browserSession, signIn, tellOfFailure } from '../../../fixtures/browser-session'
import { expectPresentable, seriousFaults, settled, shot } from '../../../fixtures/look'
import { testCertificate } from '../../../fixtures/certificates'
import { startTray, type TraySimulator } from '../../../fixtures/simulators/tray'
import { startWebhookReceiver, type WebhookReceiver } from '../../../fixtures/simulators/webhook'
import { startWhatsapp, type WhatsappSimulator } from '../../../fixtures/simulators/whatsapp'

/** A company's form with its certificate, WhatsApp, webhooks and shops, in a real browser, before services that check what they are sent. */

const FORM = '/ui/cadastros/empresa/edit/1'
const folder = mkdtempSync(join(tmpdir(), 'prumo-cert-'))
let session: BrowserSession
let whatsapp: WhatsappSimulator
let receiver: WebhookReceiver
let tray: TraySimulator

beforeAll(async () => {
  ;[whatsapp, receiver, tray] = await Promise.all([startWhatsapp(), startWebhookReceiver(), startTray()])
  session = await browserSession({
    WHATSAPP_URL: whatsapp.url,
    WHATSAPP_KEY: whatsapp.key,
    PRUMO_ALLOW_PRIVATE_HOSTS: '1',
  })
  await signIn(session)
}, 120_000)
afterEach(async ({ task }) => {
  await tellOfFailure(session, task)
})
afterAll(async () => {
  await session?.close()
  await Promise.all([whatsapp, receiver, tray].map((one) => one?.stop()))
  rmSync(folder, { recursive: true, force: true })
})

const tab = (name: string) => session.page.getByRole('tab', { name })
const button = (name: string | RegExp) => session.page.getByRole('button', { name })
const says = (text: string | RegExp) => session.page.getByText(text).first().waitFor({ timeout: 15_000 })
const save = () => session.page.keyboard.press('Control+s')

async function open(name: string): Promise<void> {
  await session.page.goto(session.url + FORM)
  await session.page.waitForSelector(`[data-screen="${FORM}"]`)
  await settled(session.page)
  await tab(name).click()
}

/** The company's own number, as the demo has it. */
async function companyId(): Promise<string> {
  const answer = await session.page.evaluate(async () => (await fetch('/api/empresa/1')).json())
  return String(answer.CNPJ_CPF)
}

function certificateFile(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

describe('the certificate', () => {
  it('is refused with the reason beside the field, then taken, with holder and end', async () => {
    await open('Fiscal')
    const { page } = session
    const upload = button('Enviar certificado')
    await upload.click()
    await says('Escolha o arquivo do certificado (.pfx ou .p12).')
    const file = certificateFile('empresa.pfx', testCertificate({ id: await companyId(), to: 20 }))
    await page.setInputFiles('[role=tabpanel]:not([inert]) .file-drop input', file)
    await page.getByLabel('Senha do certificado').fill('errada')
    await page.keyboard.press('Enter')
    await says('A senha do certificado está incorreta.')
    await page.getByLabel('Senha do certificado').fill('senha-do-certificado')
    await upload.click()
    await says(/^Certificado gravado: vale até/)
    await says('EMPRESA DE TESTE LTDA')
    await says(/Vence em (?:19|20) dias/)
    expect(await page.getByLabel('Senha do certificado').inputValue()).toBe('')
    await shot(page, 'empresa-fiscal-claro')
  })
})

describe('WhatsApp', () => {
  it('shows the code, sees the phone join by itself, and sends a test', async () => {
    const { page } = session
    await open('Informações')
    await page.getByLabel('Telefone').fill('41999998888')
    await save()
    await says('O registro foi salvo com sucesso.')
    await tab('WhatsApp').click()
    await says('Ainda não criada')
    await button('Gerar QR code').click()
    await page.getByAltText('QR code para conectar o WhatsApp').waitFor()
    await shot(page, 'empresa-whatsapp-claro')
    whatsapp.numbers.add('5541999998888')
    whatsapp.connect('prumo-1')
    await says('Conectado')
    await says(/Loja de Teste · \(41\) 3333-0000/)
    await button('Enviar mensagem de teste').click()
    await says('Mensagem de teste enviada para (41) 99999-8888.')
    expect(whatsapp.messages).toHaveLength(1)
  })

  it('says that the service does not answer, and comes back', async () => {
    whatsapp.misbehave('cut')
    await open('WhatsApp')
    await says('O serviço do WhatsApp não respondeu. Tente de novo daqui a pouco.')
    await button('Atualizar').click()
    await says('Conectado')
  })

  it('a customer’s number is verified, and turned off after a question', async () => {
    const { page } = session
    await page.goto(`${session.url}/ui/cadastros/cliente/edit/1`)
    await page.waitForSelector('[data-screen="/ui/cadastros/cliente/edit/1"]')
    await settled(page)
    await page.getByLabel('Telefone').fill('41988887777')
    await button('Verificar WhatsApp').click()
    await says('O número (41) 98888-7777 não tem WhatsApp.')
    whatsapp.numbers.add('5541988887777')
    await button('Verificar WhatsApp').click()
    await says('Número validado com sucesso.')
    await says('WhatsApp validado')
    await shot(page, 'cliente-whatsapp-claro')
    expect(await seriousFaults(page)).toEqual([])
    await tellOfCashback()
    await page.goto(`${session.url}/ui/cadastros/cliente/edit/1`)
    await page.waitForSelector('[data-screen="/ui/cadastros/cliente/edit/1"]')
    await button('Desativar WhatsApp').click()
    await button('Desativar').last().click()
    await says('WhatsApp desativado com sucesso.')
    await save()
    await says('O registro foi salvo com sucesso.')
  })
})

/** A cashback of the customer: told, and told again only after a question. */
async function tellOfCashback(): Promise<void> {
  const { page } = session
  const path = '/ui/cadastros/cliente/edit/1/cashback/new'
  const sent = whatsapp.messages.length
  await page.goto(session.url + path)
  await page.waitForSelector(`[data-screen="${path}"]`)
  await page.locator(`[data-screen="${path}"]`).getByLabel('Valor').fill('25,00')
  await save()
  await says('Registro criado com sucesso.')
  const { data } = await page.evaluate(async () => (await fetch('/api/cliente_cashback?perPage=1')).json())
  await page.goto(`${session.url}/ui/cadastros/cliente/edit/1/cashback/${data[0].id}`)
  await button('Avisar cliente').click()
  await says('Mensagem enviada com sucesso.')
  await button('Avisar cliente').click()
  await says('Enviar a mensagem de novo?')
  await button('Voltar').last().click()
  expect(whatsapp.messages).toHaveLength(sent + 1)
  await button('Avisar cliente').click()
  await button('Enviar de novo').click()
  for (let tries = 0; whatsapp.messages.length < sent + 2 && tries < 50; tries++) await Bun.sleep(100)
  expect(whatsapp.messages).toHaveLength(sent + 2)
}

describe('webhooks', () => {
  it('are added, given a secret that is shown once, tested, and a failed delivery is sent again', async () => {
    const { page } = session
    await open('Webhooks')
    await button('Adicionar webhook').click()
    await save()
    await says('Informe o endereço de cada webhook.')
    await page.getByLabel('Endereço', { exact: true }).fill(receiver.url)
    await page.getByLabel('Evento', { exact: true }).selectOption('VENDA_FECHADA')
    await save()
    await says('O registro foi salvo com sucesso.')
    await button(/^Gerar segredo: /).click()
    await button('Gerar segredo').last().click()
    await says('Guarde o segredo agora: ele não será mostrado de novo.')
    const secret = await page.locator('dialog code').innerText()
    expect(secret).toMatch(/^prumo_wh_[\w-]{43}$/)
    receiver.expect(secret)
    await shot(page, 'empresa-segredo-claro')
    await button('Já guardei').click()
    expect(await page.content()).not.toContain(secret)
    receiver.treat(500)
    await button(/^Testar: /).click()
    await says('Teste enviado: veja o resultado nas entregas.')
    await receiver.arrived(1, 20_000)
    await says('Respondeu 500.')
    await receiver.arrived(2, 40_000)
    await says('Entregue')
    await shot(page, 'empresa-webhooks-claro')
    expect(receiver.received.flatMap((one) => one.faults)).toEqual([])
  })

  it('the list of deliveries shows each try, and sends one again', async () => {
    const { page } = session
    await page.goto(`${session.url}/ui/cadastros/webhook_entrega/edit/1`)
    await page.waitForSelector('[data-screen="/ui/cadastros/webhook_entrega/edit/1"]')
    await says('Respondeu 500.')
    await shot(page, 'webhook-entrega-claro')
    expect(await seriousFaults(page)).toEqual([])
    const before = receiver.received.length
    await button('Reenviar').last().click()
    await says('A entrega voltou à fila.')
    await receiver.arrived(before + 1, 20_000)
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1)
  })

  it('the list of exchanges shows how far each is, live; one that waits is tried now', async () => {
    const { page } = session
    receiver.treat(503)
    await open('Webhooks')
    await button(/^Testar: /).click()
    await says('Respondeu 503.')
    await page.goto(`${session.url}/ui/sis/troca`)
    await page.waitForSelector('[data-screen="/ui/sis/troca"]')
    await says(/Teste · Webhook nº/)
    await page.goto(`${session.url}/ui/sis/troca/edit/2`)
    await page.waitForSelector('[data-screen="/ui/sis/troca/edit/2"]')
    await says('Ainda não foi recebida pelo serviço.')
    await shot(page, 'troca-claro')
    expect(await seriousFaults(page)).toEqual([])
    await button('Tentar agora').click()
    await says('O serviço respondeu, e a resposta foi lançada.')
    expect(receiver.received.at(-1)?.faults).toEqual([])
  })
})

describe('web shops', () => {
  it('match the shop’s payment methods to ours; the key is written, never shown', async () => {
    const { page } = session
    await open('Lojas virtuais')
    await page.getByLabel('Endereço da API', { exact: true }).fill(`${tray.url}/web_api`)
    await page.getByLabel('Chave de acesso').fill(tray.token)
    await save()
    await says('O registro foi salvo com sucesso.')
    await says('Informada. Deixe em branco para mantê-la.')
    expect(await page.content()).not.toContain(tray.token)
    await button('Buscar da loja').click()
    await page.getByLabel('Forma de pagamento de Pix').selectOption({ index: 1 })
    await button('Remover Boleto').click()
    await button('Remover Cartão de crédito').click()
    await page.getByLabel('Integração ativa').check()
    await page.getByLabel('Atualiza o estoque da loja').check()
    await save()
    const saved = () => page.evaluate(async () => (await fetch('/api/empresa/1')).json())
    await expect.poll(saved, { timeout: 10_000 }).toMatchObject({
      tray_payment_relationship: [{ external_payment_id: '21', external_payment: 'Pix' }],
      integracao_li: { ativo: true, sync_stock: true, gera_nfe: false },
      tray_token_definido: true,
    })
    await shot(page, 'empresa-lojas-claro')
  })
})

describe('on paper, in the dark and on a phone', () => {
  it.each(['Fiscal', 'WhatsApp', 'Webhooks', 'Pagamentos', 'Lojas virtuais'])('%s', async (panel) => {
    const { page, errors } = session
    errors.length = 0
    await open(panel)
    await expectPresentable(page, `empresa-${panel.toLowerCase().replace(' ', '-')}-ver`)
    expect(errors).toEqual([])
  })
})
