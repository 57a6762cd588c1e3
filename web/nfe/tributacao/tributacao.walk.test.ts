import { beforeAll, describe, expect, it } from 'vitest'
import { apiAt, browserTest, Keyboard } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** Tax rules and what operations say of notes, written in a real browser. */

const browser = browserTest()
const keys = new Keyboard(browser)
const page = () => browser.page
const LIST = '/ui/nfe/tributacao'

const api = apiAt(browser)

const open = async (path: string): Promise<void> => {
  await page().goto(browser.url + path)
  await keys.screen(path)
  await settled(page())
}
const tab = (name: string) => page().getByRole('tab', { name }).click()

beforeAll(async () => {
  for (const [imposto, codigo, descricao] of [
    ['ICMS', '10', 'Tributada e com cobrança do ICMS por substituição tributária'],
    ['CSOSN', '201', 'Tributada com permissão de crédito e com ST'],
    ['IPI', '50', 'Saída tributada'],
    ['PIS', '01', 'Operação tributável'],
  ])
    await api('POST', 'cst', { imposto, codigo, descricao })
})

describe('a tax rule', () => {
  it('is written whole: limits, situation codes from the official table, margins of all states', async () => {
    await open(`${LIST}/edit/new`)
    await page().getByLabel('Descrição').fill('Bebidas com ST')
    await page().getByLabel('NCM').fill('2202')
    await tab('ICMS')
    await page().getByLabel('CST / CSOSN').selectOption('10')
    await page().getByLabel('ICMS (%)', { exact: true }).fill('19,5')
    await expectPresentable(page(), 'tributacao-icms')
    await tab('ST')
    await page().getByRole('button', { name: 'Incluir os estados que faltam' }).click()
    await page().getByRole('gridcell', { name: 'PR' }).waitFor()
    await expectPresentable(page(), 'tributacao-st')
    await tab('IPI, PIS e COFINS')
    await expect
      .poll(() => page().getByLabel('CST do IPI').locator('option').allTextContents())
      .toEqual(['Não se aplica', '50 · Saída tributada'])
    await expectPresentable(page(), 'tributacao-federal')
    await tab('IBS e CBS')
    await expectPresentable(page(), 'tributacao-ibs')
    await keys.press('Control+s')
    await keys.text('Registro criado com sucesso.')
    const { data } = await api('GET', 'nfe/tributacao?search=bebidas')
    expect(data).toMatchObject([{ NCM: '2202', taxCode: '10', pICMS: 19.5, modBC: '3', cstIPI: null }])
    expect((await api('GET', `nfe/tributacao/${data[0].id}`)).mva_list).toHaveLength(27)
  })
})

describe('an operation type', () => {
  it('is filled with its usual CFOP lines, which are then changed in place', async () => {
    await open('/ui/cadastros/tipo_entrada_saida/edit/new')
    await page().getByLabel('Descrição').fill('Venda com nota')
    await tab('Nota fiscal')
    await page().getByRole('button', { name: 'Preencher linhas usuais' }).click()
    await page().getByRole('menuitem', { name: 'Venda', exact: true }).click()
    await page().getByRole('gridcell', { name: '6108' }).waitFor()
    expect(await page().getByLabel('Natureza da operação').inputValue()).toBe('Venda de mercadoria')
    await expectPresentable(page(), 'tipo-operacao-cfop')
    await keys.press('Control+s')
    await keys.text('Registro criado com sucesso.')
    const { data } = await api('GET', 'tipo_entrada_saida?search=venda com nota')
    const { cfop_list } = await api('GET', `tipo_entrada_saida/${data[0].id}`)
    expect(cfop_list).toContainEqual(
      expect.objectContaining({ origem: 2, st: 0, destino: 2, contribuinte: 0, CFOP: '6108' }),
    )
  })
})

describe('the goods of a rule', () => {
  it('are those of an NCM once it is applied, which is asked; codes that are none are listed', async () => {
    const { id } = await api('POST', 'nfe/tributacao', { descricao: 'Cervejas', taxCode: '10' })
    await api('POST', 'mercadoria', { xProd: 'Cerveja de teste', NCM: '22030000' })
    await open(`${LIST}/edit/${id}`)
    await tab('Mercadorias')
    await page().getByText('Nenhuma mercadoria tem esta regra').waitFor()
    const apply = async (ncm: string) => {
      await page().getByLabel('NCM', { exact: true }).last().fill(ncm)
      await page().getByRole('button', { name: 'Aplicar', exact: true }).click()
      await page().getByRole('alertdialog').getByRole('button', { name: 'Aplicar' }).click()
    }
    await apply('123, 8471.30.12')
    await page().getByText('NCM inválido: 123').waitFor()
    await page().getByText('8471.30.12: nenhuma mercadoria tem este NCM.').waitFor()
    await apply('2203.00.00')
    await page().getByRole('link', { name: 'Cerveja de teste' }).waitFor()
    await expectPresentable(page(), 'tributacao-mercadorias')
  })
})

describe('the simulator', () => {
  it('tells the rule and each tax, step by step', async () => {
    await api('POST', 'nfe/tributacao', {
      descricao: 'Copos',
      NCM: '70133700',
      taxCode: '00',
      pICMS: 18,
      cstPIS: '01',
      pPIS: 1.65,
    })
    await api('POST', 'mercadoria', { xProd: 'Copo de simulação', NCM: '70133700' })
    await open(LIST)
    await page().getByRole('button', { name: 'Simular' }).click()
    const dialog = page().getByRole('dialog', { name: 'Simular tributos' })
    await dialog.getByRole('combobox', { name: 'Mercadoria' }).fill('copo de simul')
    await keys.pick()
    await dialog.getByLabel('Preço unitário').fill('250')
    await keys.press('Control+Enter')
    await dialog.getByText('É a mais específica que serve ao caso.').waitFor()
    await dialog.getByText('base R$ 250,00 · alíquota 18,00 %').waitFor()
    await dialog.locator('li', { hasText: 'ICMS' }).first().getByText('Como se calcula').click()
    await dialog.getByText('vBC × pICMS = 250,00 × 18,00').waitFor()
    await expectPresentable(page(), 'tributacao-simulador')
  })
})

describe('what is lacking to issue', () => {
  it('is listed by field, and leads there', async () => {
    const { id } = await api('POST', 'mercadoria', { xProd: 'Sem unidade nem código', NCM: '22021000' })
    const { id: operation } = await api('POST', 'tipo_entrada_saida', { descricao: 'Saída a completar' })
    await open('/ui/nfe/pendencias')
    await expectPresentable(page(), 'pendencias-fiscais')
    await page().getByRole('link', { name: 'Saída a completar' }).first().click()
    await keys.screen(`/ui/cadastros/tipo_entrada_saida/edit/${operation}`)
    await page().getByLabel('Natureza da operação').and(page().locator(':focus')).waitFor()
    await page().goto(`${browser.url}/ui/estoque/mercadoria/edit/${id}?campo=NCM`)
    await page().getByLabel('NCM', { exact: true }).and(page().locator(':focus')).waitFor()
  })
})
