/* oxlint-disable no-console -- the figure of each folder is what this test reports */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CONFORMANCE, conformance, hasConformance } from '../../fixtures/conformance'
import { CoreError } from '../errors'
import { ZERO } from '../money/decimal'
import { decodeXml } from './decode-xml'
import { itemCosts } from './item-cost'
import { readNfe } from './read-nfe'

interface TotalsCase {
  sample: string
  totals: { vProd: string }
  itemSums: { vProd: string }
  holds: boolean
}

interface Sample {
  file: string
  root: string
  id?: string
  model: string | null
}

/** What a sample of another folder must be called. */
const REFUSALS: readonly [folder: string, name: RegExp][] = [
  ['cte', /CT-e/],
  ['mdfe', /MDF-e/],
  ['nfse', /NFS-e/],
  ['gnre', /GNRE/],
  ['nfe-eventos', /evento/],
]

describe.skipIf(!hasConformance)('fiscal/samples', () => {
  const { items } = hasConformance ? conformance<{ items: Sample[] }>('fiscal/samples/index.json') : { items: [] }
  const read = (file: string) => readNfe(decodeXml(readFileSync(join(CONFORMANCE, 'fiscal', file))))
  const inFolder = (name: string) => items.filter((item) => item.file.startsWith(`samples/${name}/`))

  it.each(['nfe', 'nfce'])('reads every document of samples/%s', (folder) => {
    const wrong: string[] = []
    const totals = conformance<{ cases: TotalsCase[] }>('fiscal/vectors/nfe-totals.json').cases
    const honest = new Set(
      totals.filter((one) => one.holds && one.itemSums.vProd === one.totals.vProd).map((one) => one.sample),
    )
    for (const item of inFolder(folder)) {
      const nfe = read(item.file)
      const costs = itemCosts(nfe)
      const cost = costs.reduce((sum, one) => sum.plus(one.vTotal), ZERO)
      const same = `NFe${nfe.chNFe}` === item.id && nfe.mod === item.model && costs.length === nfe.itens.length
      if (!same) wrong.push(item.file)
      if (honest.has(item.file) && cost.cmp(nfe.total.vNF) !== 0) wrong.push(`${item.file}: cost ${cost.toFixed(2)}`)
    }
    const count = inFolder(folder).length
    console.info(`samples/${folder}: ${count - wrong.length}/${count}`)
    expect(wrong).toEqual([])
  })

  it('refuses every other document by what it is', () => {
    const others = items.filter((item) => !/^samples\/(nfe|nfce)\//.test(item.file))
    const wrong: string[] = []
    for (const { file } of others) {
      try {
        const nfe = read(file)
        wrong.push(`${file}: read as ${nfe.chNFe}`)
      } catch (error) {
        const name =
          REFUSALS.find(([folder]) => file.startsWith(`samples/${folder}/`))?.[1] ?? /^O XML não é de uma NF-e/
        if (!(error instanceof CoreError) || error.code !== 'not_nfe' || !name.test(error.message))
          wrong.push(`${file}: ${String(error)}`)
      }
    }
    console.info(`samples refused: ${others.length - wrong.length}/${others.length}`)
    expect(wrong).toEqual([])
  })
})
