import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../fixtures/browser-session'
import { expectPresentable, settled, shot } from '../../fixtures/look'
import { readZpl } from '../../core/labels/zpl.fixture'
import { type PrinterSimulator, startPrinter } from '../../fixtures/simulators/printer'
import { type ScaleSimulator, startScale } from '../../fixtures/simulators/scale'
import { calls, invoice } from '../estoque/recebimento/receiving-page.fixture'

/** A workstation with an agent beside it, which has a scale and a printer. */

const TOKEN = 'um-token-de-dezesseis'
const session = browserTest()
const keys = new Keyboard(session)
let folder: string
let scale: ScaleSimulator
let printer: PrinterSimulator
let agent: Awaited<ReturnType<typeof startAgent>> | undefined

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-agente-'))
  scale = startScale()
  printer = startPrinter()
})
afterAll(async () => {
  await agent?.stop()
  scale.stop()
  printer.stop()
  rmSync(folder, { recursive: true })
})

/** Starts the agent as its own program, for one page. */
async function startAgent(origin: string, porta = 0) {
  const path = join(folder, 'agente.json')
  const config = {
    porta,
    origens: [origin],
    token: TOKEN,
    balancas: [{ nome: 'Doca', protocolo: 'toledo-prt1', tcp: `127.0.0.1:${scale.port}` }],
    impressoras: [{ nome: 'Zebra', tcp: `127.0.0.1:${printer.port}` }],
    dados: folder,
  }
  writeFileSync(path, JSON.stringify(config))
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../agents/main.ts'), 'run', '--config', path])
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk) => resolve(Number(/:(\d+)\n/.exec(String(chunk))?.[1])))
    child.stderr.on('data', (chunk) => reject(new Error(String(chunk))))
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
  }
  return { port, stop }
}

const says = (text: string): void => {
  scale.says = text === '' ? [] : [Uint8Array.from(`\u0002${text}\u0003`, (sign) => sign.charCodeAt(0))]
}
const toast = (text: string | RegExp) => session.page.locator('.toast', { hasText: text }).first().waitFor()
const button = (name: string | RegExp) => session.page.getByRole('button', { name })
const box = (name: string | RegExp) => session.page.getByRole('dialog').last().getByRole('textbox', { name })
const options = (name: string | RegExp) => session.page.getByRole('combobox', { name })
const choice = (name: string) => session.page.getByRole('switch', { name, exact: true })

async function openDevices(): Promise<void> {
  await keys.press('Control+k')
  await keys.type('balanças e impr')
  await keys.press('Enter')
  await session.page.getByRole('dialog', { name: 'Balanças e impressoras' }).waitFor()
}

it('weighs where a quantity is typed, prints each paper once, and says what is wrong with its monitor', async () => {
  const { page, url } = session
  agent = await startAgent(url)
  const host = `127.0.0.1:${agent.port}`
  const { id } = await invoice(session, 2, 300)
  const items = (await calls(session)(`entrada/${id}`)).entrada_mercadorias.map((one: { id: number }) => one.id)

  // The devices of the workstation: a monitor, its scale, its printer.
  await page.goto(`${url}/ui/estoque/recebimento`)
  await keys.screen('/ui/estoque/recebimento')
  await openDevices()
  await button('Remover 127.0.0.1').click()
  await toast('O servidor local não pode ser removido!')
  for (const again of [false, true]) {
    await button('Adicionar servidor').click()
    await box(/^Servidor/).fill(host)
    await box('Token').or(page.locator('dialog[open] input[type=password]')).last().fill(TOKEN)
    await keys.press('F10')
    if (again) await toast('Este servidor já está na lista')
  }
  await keys.press('Escape')
  await button('Adicionar balança').click()
  await options(/^Onde/).selectOption(host)
  for (const name of ['Recebimento', 'Expedição']) await choice(name).click()
  await keys.press('F10')
  await toast('Selecione pelo menos uma tela')
  for (const name of ['Recebimento', 'Comercial']) await choice(name).click()
  await expectPresentable(page, 'balanca-nova')
  await keys.press('F10')
  await button('Adicionar balança').click()
  await options(/^Onde/).selectOption(host)
  await keys.press('F10')
  await toast('Esta balança já está na lista')
  await keys.press('Escape')
  says('01234')
  await button('Pesar em COM1').click()
  await page.getByText('1,234 kg').waitFor()
  await button('Adicionar impressora').click()
  await options(/^Onde/).selectOption(host)
  await box(/^Nome no monitor/).fill('Zebra')
  await keys.press('F10')
  await options('Produto').selectOption({ label: 'Zebra' })
  await button('Página de teste em Zebra').click()
  await toast('A página de teste: impressa em Zebra.')
  await expect.poll(() => printer.papers).toEqual([expect.stringContaining('Acentos: ação, pé, maçã')])
  await expectPresentable(page, 'balancas-impressoras')
  await keys.press('Escape')

  // In the box of a scanner a weight is how many times the next code counts.
  await page.goto(`${url}/ui/estoque/recebimento/edit/${id}`)
  await keys.screen(`/ui/estoque/recebimento/edit/${id}`)
  await settled(page)
  await keys.press('F2')
  await page.locator('.scan-kept', { hasText: '1,234 ×' }).waitFor()
  await keys.press('Escape')

  // In a quantity: asked twice it weighs once, and one that was left stays as it was.
  await button(/Peça de recebimento 300/).click()
  const quantity = box(/^Em cada volume/)
  await quantity.focus()
  says('IIIII')
  let weighs = 0
  page.on('request', (one) => {
    if (one.url().endsWith('/balanca') && one.method() === 'GET') weighs += 1
  })
  await keys.press('F2', 'F2')
  await page.locator('[data-pesando]').waitFor()
  await shot(page, 'pesando')
  says('02500')
  await expect.poll(() => quantity.inputValue()).toBe('2,5')
  expect(weighs).toBe(1)
  says('')
  await keys.press('F2')
  await box(/^Volumes/).focus()
  says('09999')
  await toast('9,999 kg não foram usados')
  expect(await quantity.inputValue()).toBe('2,5')
  says('IIIII')
  await quantity.focus()
  await keys.press('F2')
  await toast('Não foi possível recuperar o peso: O peso não estabilizou.')

  // In a cell of a document's lines.
  says('03750')
  await page.goto(`${url}/ui/estoque/entrada/edit/${id}`)
  await keys.screen(`/ui/estoque/entrada/edit/${id}`)
  await settled(page)
  const lines = page.getByRole('grid', { name: 'Mercadorias' })
  const cell = lines.getByRole('row').nth(1).getByRole('gridcell', { name: '10', exact: true }).first()
  await cell.click()
  await keys.press('F2')
  await expect.poll(() => lines.locator('.cell-edit input').inputValue()).toBe('3,75')
  await keys.press('Enter')
  await lines.getByRole('gridcell', { name: '3,75', exact: true }).first().waitFor()

  // Where goods are added to a sale: F2 goes to their box as ever, and there it weighs what is written next.
  await page.goto(`${url}/ui/comercial/venda/edit/new`)
  await keys.screen('/ui/comercial/venda/edit/new')
  await settled(page)
  const entry = page.getByRole('combobox', { name: 'Adicionar mercadoria' })
  await keys.press('F2')
  await expect.poll(() => entry.evaluate((one) => one === document.activeElement)).toBe(true)
  expect(await entry.inputValue()).toBe('')
  await keys.type('para')
  await keys.press('F2')
  await expect.poll(() => entry.inputValue()).toBe('3,75*para')
  await entry.fill('')

  // A label is made as soon as it is weighed, and printed as soon as it is made; of nothing there is none.
  says('00000')
  await page.goto(`${url}/ui/estoque/entrada/edit/${id}/entrada_item/${items[1]}`)
  await settled(page)
  await openDevices()
  await options('Rastreio').selectOption({ label: 'Zebra' })
  await keys.press('Escape')
  await button('Gerar etiquetas').click()
  const held = box(/^Quantidade em cada uma/)
  await held.focus()
  await keys.press('F2')
  await toast('Peso zerado')
  says('04125')
  await keys.press('F2')
  await toast('A etiqueta: impressa em Zebra.')
  await expect.poll(() => printer.papers.length).toBe(2)
  expect(printer.papers[1]).toContain('4,125')
  await page.getByRole('region', { name: 'Etiquetas dos volumes' }).getByText('Impressa').waitFor()

  // A label goes straight to its printer; a double click is one paper.
  await page.goto(`${url}/ui/estoque/mercadoria/edit/1`)
  await button('Etiquetas').click()
  await options('Modelo').selectOption({ label: 'Produto · rolo de 1 coluna (60 × 40 mm)' })
  await button(/Imprimir em Zebra/).dblclick()
  await toast('As etiquetas: impressa')
  await expect.poll(() => printer.papers.length).toBe(3)
  // What the printer would print is what the product is called.
  const [printed] = readZpl(printer.papers[2] ?? '')
  const { xProd } = await page.evaluate(async () => (await fetch('/api/mercadoria/1')).json())
  const written = printed?.fields.filter((one) => one.kind === 'text').map((one) => one.text) ?? []
  expect(written.join(' ').replaceAll(/\s+/g, ' ')).toContain(String(xProd).split(' ').slice(0, 2).join(' '))
  await settled(page)
  expect(printer.papers.length).toBe(3)

  // A monitor that was told of another page, and one that is closed.
  const { port } = agent
  await agent.stop()
  agent = await startAgent('https://outra.exemplo.com.br', port)
  await page.goto(`${url}/ui/estoque/recebimento/edit/${id}`)
  await keys.screen(`/ui/estoque/recebimento/edit/${id}`)
  await settled(page)
  await keys.press('F2')
  await toast(`Não foi possível conectar-se com a balança: O monitor não aceita esta página: acrescente ${url}`)
  await agent.stop()
  agent = undefined
  await keys.press('F2')
  await toast('Não foi possível conectar-se com a balança: O monitor da balança não foi encontrado.')
  await button('Abrir dispositivos').first().click()
  await button('Página de teste em Zebra').click()
  await toast('Não foi possível imprimir, verifique se o Prumo Monitor está aberto.')
}, 90_000)
