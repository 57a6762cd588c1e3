import { expect, it } from 'vitest'
import { api, COMPANY, issuerBrowserTest, keys, page, sefaz, session } from '../../../fixtures/issuer-session'
import { expectPresentable, seriousFaults } from '../../../fixtures/look'

/** Suppliers' notes fetched from the simulator of the tax authority, in a real browser. */

issuerBrowserTest()

const KEY = '35261111222333000181550010000000011102030400'
const SUMMARY = `<resNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><chNFe>${KEY}</chNFe><CNPJ>11222333000181</CNPJ><xNome>Ferragens Distantes Ltda</xNome><IE>110042490114</IE><dhEmi>2026-11-20T10:00:00-03:00</dhEmi><tpNF>1</tpNF><vNF>1234.50</vNF><digVal>x</digVal><dhRecbto>2026-11-20T10:01:00-03:00</dhRecbto><nProt>135260000000001</nProt><cSitNFe>1</cSitNFe></resNFe>`

it('what was issued to the company comes by a button, and it is told when it may be asked again', async () => {
  const { CNPJ_CPF } = await api('GET', `empresa/${COMPANY}`)
  const shared = { of: CNPJ_CPF, tpAmb: '2', schema: 'resNFe_v1.01.xsd', chNFe: KEY, xml: SUMMARY }
  sefaz.state.add({ kind: 'shared', shared })
  await page().goto(`${session.url}/ui/compras/nfe_compra`)
  await keys.screen('/ui/compras/nfe_compra')
  await page().getByRole('button', { name: 'Buscar na SEFAZ' }).click()
  await page().getByText('Buscando as notas na SEFAZ.').waitFor()
  const row = page().getByRole('row', { name: /Ferragens Distantes Ltda.*Só o resumo/ })
  await row.waitFor()
  await page()
    .getByText(/^Última busca em .*Nova busca a partir de/)
    .waitFor()
  expect(await seriousFaults(page())).toEqual([])
  await expectPresentable(page(), 'nfe-compra-resumo')
  await page().getByRole('button', { name: 'Buscar na SEFAZ' }).click()
  await page()
    .getByText(/A SEFAZ só aceita nova consulta depois de/)
    .waitFor()
  await page().getByRole('button', { name: 'Pela chave' }).click()
  await page().getByLabel('Chave de acesso').fill('123')
  await page().keyboard.press('Enter')
  await page().getByText('Chave de acesso inválida.').first().waitFor()
  await page().getByLabel('Chave de acesso').fill(KEY)
  await page().keyboard.press('Enter')
  await page()
    .getByText(/^Última busca em .*nao consta na base/)
    .waitFor()
})

it('what is refused is said to the authority in one way or the other', async () => {
  const [{ id, manifestacao }] = (await api('GET', `compras/nfe_compra?where={"chave":"${KEY}"}`)).data
  expect(manifestacao).toBeNull()
  await page().goto(`${session.url}/ui/compras/nfe_compra`)
  const choose = async (name: string): Promise<void> => {
    await page().locator(`.row[data-id="${id}"] input[type=checkbox]`).check()
    await page().getByRole('button', { name: 'Ações' }).click()
    await page().getByRole('menuitem', { name }).click()
  }
  const said = async () =>
    (await api('GET', `compras/nfe_compra_manifestacao?where={"nfe_compra_id":${id}}&orderBy=id&sortedBy=asc`)).data
  await choose('Manifestar ciência')
  await page().getByText('Ciência da operação enviada à SEFAZ.').waitFor()
  // The simulator knows no such note, and says so.
  await expect.poll(said).toMatchObject([{ tpEvento: '210210', situacao: 'recusado', cStat: '494' }])
  await choose('Recusar')
  await page().getByLabel('Justificativa').fill('curta')
  await page().getByRole('button', { name: 'Recusar a nota' }).click()
  await page().getByText('A Justificativa precisa ter no mínimo 15 caracteres.').first().waitFor()
  await page().getByLabel('Justificativa').fill('Esta compra não foi feita por nós.')
  await page().getByRole('button', { name: 'Recusar a nota' }).click()
  await page().getByText('O que dizer à SEFAZ?').waitFor()
  await expectPresentable(page(), 'nfe-compra-recusa')
  await page().getByRole('button', { name: 'Desconhecimento' }).click()
  await page()
    .getByText(/^NF-e .* recusada\.$/)
    .waitFor()
  expect((await said()).at(-1)).toMatchObject({ tpEvento: '210220', xTexto: 'Esta compra não foi feita por nós.' })
  expect((await api('GET', `compras/nfe_compra/${id}`)).status).toBe(1)
})

it('an entry whose invoice is not here stands in a queue, which leads to its view; its XML is asked for by the key', async () => {
  const [{ id: fornecedor_id }] = (await api('GET', 'fornecedor?perPage=1&orderBy=id')).data
  const [{ id: tipo_entrada_saida_id }] = (await api('GET', 'tipo_entrada_saida?where={"tipo":0}&perPage=1&orderBy=id'))
    .data
  const { id } = await api('POST', 'entrada', { fornecedor_id, tipo_entrada_saida_id, nNF: 987_654, serie: 1 })
  await page().goto(`${session.url}/ui/estoque`)
  await page()
    .getByRole('link', { name: /Entradas sem o XML da nota/ })
    .click()
  await keys.screen('/ui/estoque/entrada')
  const row = page().locator(`.row[data-id="${id}"]`)
  await row.waitFor()
  await expectPresentable(page(), 'entradas-sem-xml')
  await row.locator('input[type=checkbox]').check()
  await page().getByRole('button', { name: 'Ações' }).click()
  await page().getByRole('menuitem', { name: 'Buscar o XML da nota' }).click()
  // Without a key its file is what brings it.
  await keys.screen('/ui/compras/nfe_compra')
  await page().goto(`${session.url}/ui/compras/nfe_compra?visao=Sem+entrada+nem+conta`)
  await keys.screen('/ui/compras/nfe_compra')
  expect(await seriousFaults(page())).toEqual([])
})
