import * as v from 'valibot'
import { CoreError } from '../errors'
import { coreFunction } from '../function'
import { LINE_SETTINGS, PROTOCOLS } from './protocols'
import { ScaleReader, readFrame } from './reader'

const hex = v.pipe(v.string(), v.maxLength(100_000))

function bytesOf(text: string): Uint8Array {
  if (!/^(?:[\da-fA-F]{2})*$/.test(text))
    throw new CoreError('invalid_hex', 'Os bytes da balança devem vir em hexadecimal.')
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export const scaleFunctions = [
  coreFunction({
    name: 'scale.frame',
    summary: 'Lê a resposta de uma balança serial.',
    takes: `{protocol: ${[...PROTOCOLS.keys()].join(' | ')}, frameHex}`,
    gives:
      '{status: stable|unstable|negative|overload|no-weight|invalid|timeout, weightKg, totalPrice?, unitPrice?, tare?, tareKg?}',
    input: v.object({ protocol: v.string(), frameHex: hex }),
    run: ({ protocol, frameHex }) => readFrame(protocol, bytesOf(frameHex)),
  }),
  coreFunction({
    name: 'scale.stream',
    summary: 'Lê o que uma balança envia, em pedaços cortados em qualquer byte.',
    takes: '{protocol, chunksHex: [hex]}',
    gives: '{expect: [{status, weightKg?}]}',
    input: v.object({ protocol: v.string(), chunksHex: v.pipe(v.array(hex), v.maxLength(10_000)) }),
    run: ({ protocol, chunksHex }) => {
      const reader = new ScaleReader(protocol)
      const readings = [...chunksHex.flatMap((chunk) => reader.feed(bytesOf(chunk))), ...reader.flush()]
      return {
        expect: readings.map(({ status, weightKg }) => (weightKg === null ? { status } : { status, weightKg })),
      }
    },
  }),
  coreFunction({
    name: 'scale.lineSettings',
    summary: 'Diz as configurações usuais da linha serial de cada protocolo de balança.',
    takes: '{}',
    gives: '{protocol: {baud, dataBits, parity, stopBits, request?}}',
    input: v.object({}),
    run: () => Object.fromEntries(LINE_SETTINGS),
  }),
]
