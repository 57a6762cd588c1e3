import { tcpPrinter } from './printer'
import { PrintQueue } from './queue'

/** Prints one paper in a process of its own, which somebody kills: `bun print-one.fixture.ts FOLDER PORT ID`. */
const [folder = '', port = '', id = ''] = process.argv.slice(2)
const queue = new PrintQueue(folder, new Map([['Zebra', tcpPrinter('127.0.0.1', Number(port))]]))
process.stdout.write('begun\n')
await queue.print(
  { id, printer: 'Zebra', filename: `${id}.zpl`, bytes: new TextEncoder().encode(`etiqueta ${id}`) },
  5_000,
)
await Bun.sleep(5_000)
