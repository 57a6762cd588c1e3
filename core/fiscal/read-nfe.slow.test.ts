import { describe, it } from 'vitest'
import { CoreError } from '../errors'
import { decodeXml } from './decode-xml'
import { itemCosts } from './item-cost'
import { readNfe } from './read-nfe'

const NOTE = `<nfeProc versao="4.00"><NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe versao="4.00" Id="NFe35261111222333000181550010000012341102030407"><ide><mod>55</mod><serie>1</serie><nNF>1</nNF><dhEmi>2026-11-20T10:00:00-03:00</dhEmi></ide><emit><CNPJ>11222333000181</CNPJ></emit><det nItem="1"><prod><cProd>1</cProd><cEAN>SEM GTIN</cEAN><xProd>A&amp;B</xProd><qCom>2.0000</qCom><vUnCom>5.00</vUnCom><vProd>10.00</vProd></prod><imposto><ICMS><ICMS10><orig>0</orig><CST>10</CST><vICMSST>1.00</vICMSST></ICMS10></ICMS></imposto></det><total><ICMSTot><vProd>10.00</vProd><vFrete>1.00</vFrete><vNF>12.00</vNF></ICMSTot></total></infNFe></NFe></nfeProc>`

/** A small generator of its own, so that a failure is told by its seed and number alone (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('readNfe, one million mangled notes', () => {
  it('gives an answer or a CoreError, whatever was cut, doubled or overwritten', () => {
    const next = random(20261121)
    const note = new TextEncoder().encode(NOTE)
    const at = () => Math.floor(next() * note.length)
    for (let run = 0; run < 1_000_000; run++) {
      const cuts = Array.from(
        { length: 1 + Math.floor(next() * 3) },
        () => [at(), at(), Math.floor(next() * 256)] as const,
      )
      let bytes = note
      for (const [from, length, byte] of cuts) {
        const short = length % 9
        bytes =
          next() < 0.5
            ? Uint8Array.from(bytes).fill(byte, from, from + 1 + short)
            : Uint8Array.from([...bytes.slice(0, from), ...bytes.slice(from + short)])
      }
      try {
        itemCosts(readNfe(decodeXml(bytes)))
      } catch (error) {
        if (!(error instanceof CoreError)) throw new Error(`run ${run}`, { cause: error })
      }
    }
  })
})
