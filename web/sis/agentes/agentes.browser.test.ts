import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'
import { type PrinterSimulator, startPrinter } from '../../../fixtures/simulators/printer'
import { type ScaleSimulator, startScale } from '../../../fixtures/simulators/scale'

/** A computer at a counter, from its code to its end: paired, weighed on and printed on from the screen, and revoked. */

const session = browserTest()
const keys = new Keyboard(session)
let folder: string
let scale: ScaleSimulator
let paper: PrinterSimulator
let agent: ReturnType<typeof spawn> | undefined

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prumo-agente-'))
  scale = startScale()
  scale.says = [Uint8Array.from('\u000201234\u0003', (character) => character.charCodeAt(0))]
  paper = startPrinter()
})
afterAll(async () => {
  const ended = new Promise((resolve) => agent?.once('exit', resolve))
  agent?.kill()
  await ended
  scale.stop()
  paper.stop()
  rmSync(folder, { recursive: true })
})

/** Starts the agent's program; answers the way to what it said. */
function startProgram(): () => string {
  const path = join(folder, 'agente.json')
  const config = {
    servidor: session.url,
    dados: join(folder, 'dados'),
    balancas: [{ nome: 'Balcão', protocolo: 'toledo-prt1', tcp: `127.0.0.1:${scale.port}` }],
    impressoras: [{ nome: 'Zebra', tcp: `127.0.0.1:${paper.port}` }],
  }
  writeFileSync(path, JSON.stringify(config))
  const program = join(import.meta.dirname, '../../../agents/main.ts')
  const child = spawn(process.execPath, [program, 'run', '--config', path])
  agent = child
  let told = ''
  child.stdout.on('data', (chunk) => (told += String(chunk)))
  child.stderr.on('data', (chunk) => (told += String(chunk)))
  return () => told
}

it('is paired by its code, weighs and prints from the screen, and is gone at once when it is revoked', async () => {
  const { page, url } = session
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const told = startProgram()
  const code = () => /Código de pareamento: (\w{6})/.exec(told())?.[1] ?? ''
  await expect.poll(code).toMatch(/^[A-Z]{6}$/)

  await page.goto(`${url}/ui/sis/agentes`)
  await page.getByRole('button', { name: /^Parear/ }).click()
  await page.getByRole('region', { name: 'Programa do agente' }).waitFor()
  await expectPresentable(page, 'agente-parear')
  await page.getByRole('textbox', { name: 'Código' }).fill('ZZZZZZ')
  await page.getByRole('textbox', { name: 'Nome' }).fill('Expedição')
  await keys.press('F10')
  await keys.text('Este código não existe, já foi usado ou passou dos 10 minutos.')
  await page.getByRole('textbox', { name: 'Código' }).fill(code().toLowerCase())
  await keys.press('F10')
  await keys.text('Agente pareado com o computador')

  // The list follows by itself: the agent fetches its key, and comes.
  await page.getByRole('grid').getByText('Conectado').waitFor()
  await expectPresentable(page, 'agentes')
  await page.getByRole('grid').getByText('Expedição').dblclick()
  await button('Pesar agora').click()
  await expect.poll(() => page.getByLabel('Peso em Balcão').textContent()).toBe('1,234 kg')
  await button('Página de teste').click()
  await expect.poll(() => paper.papers.length).toBe(1)
  expect(paper.papers[0]).toContain('^FDPrumo: página de teste^FS')
  await page.getByRole('region', { name: 'Últimas impressões' }).getByText('Impressa', { exact: true }).waitFor()
  await button('Reimprimir').click()
  await expect.poll(() => paper.papers.length).toBe(2)
  await expectPresentable(page, 'agente')

  await button('Renomear').click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Doca')
  await keys.press('F10')
  await page.getByRole('heading', { name: 'Doca' }).waitFor()

  await button('Revogar').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revogar' }).click()
  await keys.text('Agente revogado.')
  await expect.poll(told).toContain('Este agente foi revogado no servidor.')
  await page.getByRole('region', { name: 'Agente' }).getByText('Revogado', { exact: true }).waitFor()
})
