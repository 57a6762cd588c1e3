import { describe, expect, it } from 'vitest'
import { browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable } from '../../../fixtures/look'

/** The whole wizard by keyboard: paste, look, mend, import, undo; on paper light, dark and on a phone. */

const PATH = '/ui/cadastros/importacao'
const SHEET = [
  'Razão Social\tCPF/CNPJ\tE-mail\tCidade\tLimite de crédito\tMinha coluna',
  'Padaria Aurora\t52998224725\taurora@exemplo.com\tCuritiba/PR\t1.500,00\tx',
  'Mercado Bom\t11144477734\tbom@exemplo.com\t\t200\t',
  'Bar do Zé\t39053344705\tsem arroba\t\t\t',
].join('\n')

const session = browserTest()
const keys = new Keyboard(session)

/** Pastes text as a person does who copied it elsewhere. */
const paste = (text: string) =>
  session.page.evaluate((content) => {
    const data = new DataTransfer()
    data.setData('text/plain', content)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)

describe('an import by keyboard', () => {
  it('from the list of customers to the imported batch, and undone', async () => {
    const { page, url, errors } = session
    await page.goto(`${url}/ui/cadastros/cliente`)
    await keys.screen('/ui/cadastros/cliente')
    await keys.press('.')
    await page.getByRole('menuitem', { name: 'Importar' }).waitFor()
    await page.getByRole('menuitem', { name: 'Importar' }).press('Enter')
    await keys.screen(`${PATH}/edit/new`)
    await page.locator('#import-paste:focus').waitFor()
    await expectPresentable(session.page, 'importacao-inicio')
    await page.locator('#import-paste').focus()
    await paste(SHEET)
    await page.getByRole('grid', { name: 'Linhas do arquivo' }).waitFor()
    await keys.text('colado.txt · 3 linhas')
    expect(await page.getByLabel('Campo da coluna Cidade').inputValue()).toBe('cMun')
    expect(await page.getByLabel('Campo da coluna Minha coluna').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Com erro 2' }).waitFor()
    await expectPresentable(session.page, 'importacao-conferencia')
    const grid = page.getByRole('grid', { name: 'Linhas do arquivo' })
    await grid.focus()
    await keys.press('ArrowRight')
    await keys.text('CNPJ / CPF: CNPJ ou CPF inválido.')
    await keys.press('Enter')
    await page.getByLabel('Valor da célula').fill('11144477735')
    await keys.press('Enter')
    await page.getByRole('button', { name: 'Com erro 1' }).waitFor()
    await keys.press('Control+Home', 'Control+ArrowDown')
    await keys.text('E-mail inválido.')
    await keys.press('Delete', 'Enter')
    await page.getByRole('button', { name: 'Com erro 0' }).waitFor()
    await keys.press('Control+Enter')
    await keys.text('Este lote foi importado.')
    await expectPresentable(session.page, 'importacao-resultado')
    const found = await page.evaluate(() =>
      fetch('/api/cliente?search=xNome:aurora', { headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then((answer) =>
        answer.json(),
      ),
    )
    expect(found.data[0]).toMatchObject({ xNome: 'Padaria Aurora', limite_credito: 1500 })
    await page.getByRole('button', { name: 'Desfazer importação' }).focus()
    await keys.press('Enter')
    await keys.text('O que foi alterado ou usado desde então fica como está')
    await keys.press('Control+Enter')
    await keys.text('Este lote foi desfeito')
    await keys.press('Escape')
    await keys.screen(PATH)
    await keys.text('Desfeita')
    await expectPresentable(session.page, 'importacao-lotes')
    expect(errors).toEqual([])
  })

  it('tells what is odd about a file and its rows, and leaves what was changed since when it is undone', async () => {
    const { page, url, errors } = session
    await page.goto(`${url}${PATH}/edit/new?tipo=clientes`)
    await page.locator('#import-paste:focus').waitFor()
    await paste('Nome;UF;IE\nMercado Alfa;PR;1234567890\nMercado Beta;PR;\nTotal;;2\n')
    await keys.text('A linha 4 é de totais e ficou de fora.')
    await page.getByRole('button', { name: 'Com aviso 1' }).click()
    const grid = page.getByRole('grid', { name: 'Linhas do arquivo' })
    await grid.focus()
    await keys.press('Control+Home', 'ArrowRight', 'ArrowRight')
    await keys.text('Inscrição estadual inválida para PR.')
    await expectPresentable(session.page, 'importacao-avisos')
    await keys.press('Control+Enter')
    await keys.text('Este lote foi importado.')
    await page.evaluate(async () => {
      const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' }
      const found = await (await fetch('/api/cliente?search=xNome:alfa', { headers })).json()
      const body = JSON.stringify({ fone: '(43) 3322-1100', IE: '' })
      await fetch(`/api/cliente/${found.data[0].id}`, { method: 'PUT', headers, body })
    })
    await page.getByRole('button', { name: 'Desfazer importação' }).click()
    await keys.press('Control+Enter')
    await keys.text('Este lote foi desfeito em parte')
    await keys.text(/Mercado Alfa foi alterado por .* \(.*Telefone.*\), depois da importação\./)
    await expectPresentable(session.page, 'importacao-em-parte')
    expect(errors).toEqual([])
  })

  it('goes from fault to fault without waiting for the server, and no row moves beneath what is written', async () => {
    const { page, url } = session
    await page.goto(`${url}${PATH}/edit/new?tipo=clientes`)
    await page.locator('#import-paste:focus').waitFor()
    await paste(SHEET)
    await page.getByRole('button', { name: 'Com erro 2' }).waitFor()
    await page.getByRole('grid', { name: 'Linhas do arquivo' }).focus()
    await keys.press('ArrowRight')
    await keys.text('CNPJ / CPF: CNPJ ou CPF inválido.')
    const answers = Promise.withResolvers<void>()
    await page.route('**/linhas?*', (route) => answers.promise.then(() => route.continue()))
    const asked = page.waitForRequest('**/linhas?*')
    const cell = page.getByLabel('Valor da célula')
    await keys.press('Enter')
    await cell.fill('11144477735')
    await keys.press('Enter', 'Control+Home', 'Control+ArrowDown', 'Enter')
    expect(await cell.inputValue()).toBe('sem arroba')
    await cell.fill('ze@exemplo.com')
    const request = await asked
    answers.resolve()
    await (await request.response())?.finished()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await keys.press('Enter')
    await page.getByRole('button', { name: 'Com erro 0' }).waitFor()
    await page.unroute('**/linhas?*')
    await page.getByRole('button', { name: 'Todas 3' }).press('Enter')
    await page.getByRole('row', { name: /Bar do Zé 39053344705 ze@exemplo.com/ }).waitFor()
    await page.getByRole('row', { name: /Mercado Bom 11144477735 bom@exemplo.com/ }).waitFor()
    await page.getByRole('button', { name: 'Descartar' }).press('Enter')
  })

  it('says what is wrong with a file, and stays', async () => {
    const { page, url } = session
    await page.goto(`${url}${PATH}/edit/new?tipo=produtos`)
    await page.locator('#import-paste:focus').waitFor()
    expect(await page.getByRole('radio', { name: 'Produtos' }).isChecked()).toBe(true)
    await page.setInputFiles('input[type=file]', {
      name: 'a.xlsx',
      mimeType: '',
      buffer: Buffer.from('PK\x03\x04nada'),
    })
    await page.getByRole('alert').filter({ hasText: 'danificada' }).first().waitFor()
  })

  it('shows and scrolls thirty thousand rows', async () => {
    const { page, url } = session
    await page.goto(`${url}${PATH}/edit/new?tipo=clientes`)
    await page.locator('#import-paste:focus').waitFor()
    const rows = Array.from({ length: 30_000 }, (_, at) => `Cliente ${at};${at % 1000 === 999 ? 'x' : ''}`)
    const buffer = Buffer.from(`Nome;CPF\n${rows.join('\n')}\n`)
    await page.setInputFiles('input[type=file]', { name: 'muitos.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Com erro 30', exact: true }).waitFor({ timeout: 90_000 })
    await page.getByRole('button', { name: 'Todas 30.000' }).press('Enter')
    await page.locator('.import-grid[aria-rowcount="30001"]').focus()
    await keys.press('Control+End')
    await keys.text('Cliente 29999')
    await keys.press('Control+Home')
    await keys.text('Cliente 0')
  })
})
