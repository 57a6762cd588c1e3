import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** A product's form by keyboard, all its parts; its pictures as people bring them. */

const browser = browserTest()
const keys = new Keyboard(browser)
const page = () => browser.page
const LIST = '/ui/estoque/mercadoria'

const api = apiAt(browser)

const company = async (values: object) => {
  const { versao } = await api('GET', 'empresa/1')
  const answer = await page().request.put(`${browser.url}/api/empresa/1`, {
    headers: { 'X-Empresa': '1', 'X-Requested-With': 'XMLHttpRequest' },
    data: { ...values, versao },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)]
  head.writeUInt32BE(data.length)
  tail.writeUInt32BE(Bun.hash.crc32(body))
  return Buffer.concat([head, body, tail])
}
/** A PNG of one grey. */
const png = (width: number, height: number, grey: number): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + width, grey)
  row[0] = 0
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

const open = async (id: number, tab: string): Promise<void> => {
  await page().goto(`${browser.url}${LIST}/edit/${id}`)
  await keys.screen(`${LIST}/edit/${id}`)
  await page().locator('dialog input').first().waitFor()
  await settled(page())
  await keys.press(tab)
}

describe('pictures of a product', () => {
  it('are chosen, dropped and pasted; what is none says so; one becomes principal; the gallery goes through them by key', async () => {
    const { id } = await api('POST', 'mercadoria', { xProd: 'Com imagens' })
    await open(id, 'Shift+F4')
    await page().getByText('Nenhuma imagem').waitFor()
    const input = page().getByLabel('Escolher imagens').last()
    await input.setInputFiles([
      { name: 'frente.png', mimeType: 'image/png', buffer: png(800, 600, 90) },
      { name: 'lado.png', mimeType: 'image/png', buffer: png(600, 800, 180) },
    ])
    await page().locator('.picture').nth(1).waitFor()
    await page().getByText('Principal', { exact: true }).waitFor()
    await input.setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('texto') })
    await keys.text('Apenas arquivos de imagem são permitidos')
    await input.setInputFiles({ name: 'grande.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) })
    await keys.text('Arquivo muito grande. Tamanho máximo: 5MB')
    await input.setInputFiles({ name: 'falsa.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await keys.text('Erro ao fazer upload da imagem')
    for (const [kind, name] of [
      ['paste', 'colada.png'],
      ['drop', 'solta.png'],
    ])
      await page().evaluate(
        ([kind, name, base64]) => {
          const bytes = Uint8Array.from(atob(String(base64)), (sign) => sign.charCodeAt(0))
          const data = new DataTransfer()
          data.items.add(new File([bytes], String(name), { type: 'image/png' }))
          if (kind === 'paste') document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }))
          else {
            const area = document.querySelector('dialog .drop-area')
            area?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }))
          }
        },
        [kind, name, png(300, 300, kind === 'paste' ? 40 : 220).toString('base64')],
      )
    await page().locator('.picture').nth(3).waitFor()
    await page().getByRole('button', { name: 'Tornar lado.png a principal' }).click()
    await page().locator('.picture', { hasText: 'Principal' }).getByRole('button', { name: 'Ver lado.png' }).waitFor()
    await expectPresentable(page(), 'product-pictures')
    await page().getByRole('button', { name: 'Ver lado.png' }).click()
    await keys.screen(`${LIST}/edit/${id}/mercadoria_imagem`)
    await page().getByRole('heading', { name: 'lado.png · 1 de 4' }).waitFor()
    await keys.press('ArrowRight')
    await page().getByRole('heading', { name: 'frente.png · 2 de 4' }).waitFor()
    await keys.press('ArrowLeft', 'ArrowLeft')
    await page().getByRole('heading', { name: '4 de 4' }).waitFor()
    await expectPresentable(page(), 'product-gallery')
    await page().getByRole('button', { name: 'Excluir', exact: true }).click()
    await page().getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click()
    await page().getByRole('heading', { name: 'lado.png · 1 de 3' }).waitFor()
    await keys.press('Escape', 'Escape')
    await page().goto(`${browser.url}${LIST}?busca=Com%20imagens`)
    const thumb = page().locator('.row[data-id] img.thumb')
    await thumb.waitFor()
    expect(await thumb.evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalHeight))).toBe(320)
  })
})

describe('the parts of a product', () => {
  it('are gone through by key, written and kept', async () => {
    await api('POST', 'estoque/unidade', { un: 'CXT', descricao: 'Caixa de teste', decimal: 0 })
    const { id } = await api('POST', 'mercadoria', { xProd: 'Por partes', unidade_id: 1, custo: 80 })
    await open(id, 'F2')
    await page().getByRole('button', { name: 'Formação de preço' }).click()
    await page().getByRole('textbox', { name: 'IPI (%)' }).fill('10')
    await keys.press('Tab')
    await keys.text(/Sugerido = custo ÷ .* = R\$\s88,00 ÷ \(100 % − 36,00 % − 0,00 %\) = R\$\s137,50/)
    await keys.text(/Mínimo = o mesmo sem a margem de 20,00 %/)
    await expectPresentable(page(), 'product-formation')
    await page().getByRole('button', { name: 'Guardar os custos' }).click()
    await keys.press('F4')
    const section = (name: string) => page().locator('.stack > .stack', { hasText: name })
    await section('Códigos de barras dos fornecedores')
      .getByRole('button', { name: /Adicionar/ })
      .click()
    await settled(page())
    await keys.press('ArrowRight')
    await keys.type('17891000100100')
    await keys.press('Tab')
    await keys.type('12')
    await keys.press('Enter')
    await section('Unidades auxiliares')
      .getByRole('button', { name: /Adicionar/ })
      .click()
    await settled(page())
    await keys.type('CXT')
    await keys.pick()
    await keys.press('Tab')
    await keys.type('12')
    await keys.press('Enter')
    await page().getByRole('region', { name: 'Referências' }).getByRole('button', { name: 'Adicionar' }).click()
    await keys.screen(`${LIST}/edit/${id}/mercadoria_referencia/new`)
    await page().getByLabel('Referência', { exact: true }).fill('REF-77')
    await keys.press('Control+s')
    await page().getByRole('button', { name: 'REF-77 · Do fabricante', exact: true }).waitFor()
    await expectPresentable(page(), 'product-codes')
    await keys.press('Control+s')
    await page().getByRole('button', { name: 'Salvar sem preço' }).click()
    await keys.text('O registro foi salvo com sucesso.')
    const stored = await api('GET', `mercadoria/${id}`)
    expect(stored).toMatchObject({
      codigos_barras: [{ codigo: '17891000100100', qTrib: 12 }],
      unidades_auxiliares: [{ un: 'CXT', fator_conversao: 12 }],
      referencias: [{ referencia: 'REF-77' }],
      formacao_preco: { pIPI: 10, vPrecoSujerido: 137.5 },
    })
  })

  it('tell what stock will be, and a copy is made from the list by key; what is missing is said before the save', async () => {
    const { data } = await api('GET', 'venda?perPage=1&where=%7B%22status%22%3A0%7D')
    const sale = await api('GET', `venda/${data[0].id}`)
    const [line] = sale.venda_mercadorias
    await open(line.mercadoria_id, 'F3')
    await page().getByRole('heading', { name: 'Previsão de estoque' }).waitFor()
    await page()
      .getByRole('link', { name: `Venda ${sale.id}` })
      .first()
      .waitFor()
    await expectPresentable(page(), 'product-stock')
    await page().goto(`${browser.url}${LIST}?busca=Por%20partes`)
    const row = page().locator('.row[data-id]', { hasText: 'Por partes' })
    await row.waitFor()
    await settled(page())
    await keys.press('ArrowDown', 'd')
    await page().getByRole('heading', { name: 'Por partes (cópia)' }).waitFor()
    await page().getByLabel('Descrição', { exact: true }).fill('')
    await keys.press('Control+s')
    await keys.text('Preencha todos os campos obrigatórios antes de salvar')
    await keys.text('Preencha este campo.')
  })
})

describe('how a product is made', () => {
  it('is written step by step, each in a work centre and with a resource of it', async () => {
    const saws = await api('POST', 'producao/centro_trabalho', { descricao: 'Serras' })
    await api('POST', 'producao/recurso', { descricao: 'Serra de fita', centro_trabalho_id: saws.id })
    const { id } = await api('POST', 'mercadoria', { xProd: 'Mesa serrada' })
    await open(id, 'Shift+F1')
    await page()
      .getByRole('button', { name: /^Adicionar/ })
      .last()
      .click()
    const steps = page().getByRole('grid', { name: 'Etapas de produção' })
    await steps.getByRole('row').nth(1).waitFor()
    await page().waitForFunction(() => document.activeElement?.closest('[aria-label="Etapas de produção"]') !== null)
    await page().keyboard.type('10')
    await keys.press('Tab')
    await page().keyboard.type('Cortar')
    await keys.press('Tab')
    for (const name of ['Serras', 'Serra de fita']) {
      await page().keyboard.type(name)
      await page().getByRole('option', { name }).first().waitFor()
      await keys.pick()
      await keys.press('Tab')
    }
    await settled(page())
    await expectPresentable(page(), 'product-steps')
    await keys.press('Control+s')
    await page().getByRole('button', { name: 'Salvar sem preço' }).click()
    await keys.text('O registro foi salvo com sucesso.')
    expect((await api('GET', `mercadoria/${id}`)).mercadoria_etapas_producao).toMatchObject([
      { n_ordem: 10, descricao: 'Cortar', centro_trabalho_id: saws.id, recurso: { descricao: 'Serra de fita' } },
    ])
  })
})

describe('a bar code of our own', () => {
  it('is given by the register, which is not set up and says so, or by the prefix of the company', async () => {
    const { id } = await api('POST', 'mercadoria', { xProd: 'Sem código' })
    await open(id, 'F1')
    await page().getByRole('button', { name: 'Gerar código de barras' }).click()
    await keys.text(/O CNP da GS1 Brasil não está configurado/)
    await expectPresentable(page(), 'product-barcode')
    await page().getByRole('button', { name: 'Numerar pelo prefixo da empresa' }).click()
    await page().getByRole('button', { name: 'Fechar', exact: true }).first().waitFor()
    await company({ gs1_prefixo: '7897777' })
    await page().getByRole('button', { name: 'Numerar pelo prefixo da empresa' }).click()
    await keys.text('Código de barras 7897777000011.')
    await expect.poll(() => page().locator('input[name=cEAN]').inputValue()).toBe('7897777000011')
  })

  it('is not given while the register does not answer, which is said, and it is asked again', async () => {
    const keysOfTheirs = { gs1_client_id: 'x', gs1_client_secret: 'x', gs1_usuario: 'x', gs1_senha: 'x', gs1_cad: 'x' }
    await company({ ...keysOfTheirs, gs1_url: 'https://gs1.invalid' })
    const { id } = await api('POST', 'mercadoria', { xProd: 'Também sem código' })
    await open(id, 'F1')
    await page().getByRole('button', { name: 'Gerar código de barras' }).click()
    const said = page().getByRole('alert').getByText('O CNP da GS1 Brasil não respondeu. Tente de novo daqui a pouco.')
    await said.waitFor()
    await expectPresentable(page(), 'product-barcode-away')
    expect(await page().getByRole('button', { name: 'Registrar no CNP' }).getAttribute('aria-disabled')).toBe('true')
    await company({ gs1_client_id: null })
    await page().getByRole('button', { name: 'Perguntar de novo' }).click()
    await page().getByRole('button', { name: 'Numerar pelo prefixo da empresa' }).waitFor()
    expect(await said.count()).toBe(0)
  })
})
