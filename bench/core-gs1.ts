/** Time to parse GS1-128 scans, content and associations judged, against the npm package gs1-barcode-parser-mod. Prints one JSON line. */
import { parseBarcode } from 'gs1-barcode-parser-mod'
import { parseScan } from '../core/gs1/scan'

const SCANS = [
  ']C101078983574100153103001234\u001d15270331',
  ']C1010789835741001531030012341527033110LOTE01',
  ']C1010789835741001510LOTE01\u001d15270331',
  ']C10017898357410000002902078983574101143724',
  ']C10107898357410145112601051727010510P5\u001d21S1',
  ']C101078983574101213012',
]
const ROUNDS = 20_000
const REPEATS = 9

function perScanMicroseconds(parse: (scan: string) => void): number {
  const times: number[] = []
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const start = performance.now()
    for (let round = 0; round < ROUNDS; round++) for (const scan of SCANS) parse(scan)
    times.push(((performance.now() - start) * 1000) / (ROUNDS * SCANS.length))
  }
  return times.sort((a, b) => a - b)[REPEATS >> 1] ?? 0
}

const ours = perScanMicroseconds((scan) => {
  const read = parseScan(scan)
  if (!read.ok || !read.elements) throw new Error(`not read: ${scan}`)
})
const theirs = perScanMicroseconds((scan) => {
  if (parseBarcode(scan).parsedCodeItems.length === 0) throw new Error(`not read: ${scan}`)
})
console.info(
  JSON.stringify({
    name: 'gs1.parse',
    ours_us: Number(ours.toFixed(3)),
    theirs_us: Number(theirs.toFixed(3)),
    ratio: Number((ours / theirs).toFixed(3)),
  }),
)
