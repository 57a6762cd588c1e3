import { expect, it } from 'vitest'
import { asOwner } from '../../../fixtures/as-owner'
import { apiAt, browserTest } from '../../../fixtures/browser-session'
import { expectPresentable, settled } from '../../../fixtures/look'

/** Numbers that have no document are offered where they are declared. */

const session = browserTest()

it('the gaps of the chosen series fill the range', async () => {
  const { page, url, databaseUrl } = session
  await apiAt(session)('POST', 'nfe/serie_numero', { tpDoc: 1, serie: 7, tpAmb: 2 })
  await asOwner(
    databaseUrl,
    (owner) =>
      owner`insert into numeracao (empresa_id, "tpDoc", serie, "tpAmb", primeiro, ultimo) values (1, 1, 7, 2, 1, 3)`,
  )
  await page.goto(`${url}/ui/nfe/inutilizacao`)
  await page.getByRole('button', { name: 'Inutilizar números' }).click()
  await page.getByRole('combobox', { name: /^Série/ }).click()
  await page.locator('[role="option"]:not([aria-disabled="true"])').first().click()
  const gaps = page.getByRole('group', { name: 'Números sem documento' })
  await gaps.getByRole('button').last().click()
  await settled(page)
  await expectPresentable(page, 'inutilizar-lacunas')
  const number = async (name: RegExp) => Number(await page.getByRole('textbox', { name }).inputValue())
  expect([await number(/^Do número/), await number(/^Ao número/)]).toEqual([1, 3])
})
