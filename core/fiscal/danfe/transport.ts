import { FREIGHT } from '../../fields/comercial/venda'
import { decimalReader } from '../fields'
import { child, children, text } from '../xml'
import { carrierOf } from './party'
import type { DanfeTransport, DanfeVolume } from './types'
import { exact, joined } from './write'

/** Who carries the goods, in what and as how many volumes. */
export function transportOf(transp: unknown): DanfeTransport {
  const vehicle = child(transp, 'veicTransp')
  const modFrete = text(transp, 'modFrete') ?? ''
  return {
    payer: joined([modFrete, FREIGHT[Number(modFrete)]], ' - '),
    carrier: carrierOf(child(transp, 'transporta')),
    ANTT: text(vehicle, 'RNTC') ?? '',
    plate: text(vehicle, 'placa') ?? '',
    plateUF: text(vehicle, 'UF') ?? '',
    volumes: children(transp, 'vol').map(volumeOf),
  }
}

function volumeOf(node: unknown): DanfeVolume {
  const amount = decimalReader(node, 'do volume')
  return {
    quantity: exact(amount('qVol')),
    kind: text(node, 'esp') ?? '',
    brand: text(node, 'marca') ?? '',
    number: text(node, 'nVol') ?? '',
    gross: exact(amount('pesoB')),
    net: exact(amount('pesoL')),
  }
}

/** What of the transport has no field: trailers, seals, retained tax. */
export function transportNotes(transp: unknown): string[] {
  const trailers = children(transp, 'reboque').map((one) =>
    `${text(one, 'placa') ?? ''} ${text(one, 'UF') ?? ''}`.trim(),
  )
  const seals = children(transp, 'vol').flatMap((volume) =>
    children(volume, 'lacres').flatMap((one) => text(one, 'nLacre') ?? []),
  )
  const named = (title: string, values: readonly string[]) =>
    values.length > 0 ? [`${title}: ${values.join(', ')}`] : []
  const wagon = text(transp, 'vagao') ?? text(transp, 'balsa')
  return [
    ...named('Reboque', trailers),
    ...named('Vagão ou balsa', wagon === null ? [] : [wagon]),
    ...named('Lacres', seals),
  ]
}
