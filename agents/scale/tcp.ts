import type { Line, OpenLine } from './line'

/** A scale behind a converter from serial to the network. */
export const tcpLine =
  (host: string, port: number): OpenLine =>
  async (on) => {
    let isOver = false
    const over = (why: string): void => {
      if (isOver) return
      isOver = true
      on.lost(why)
    }
    const socket = await Bun.connect({
      hostname: host,
      port,
      socket: {
        data: (_, bytes) => {
          if (!isOver) on.data(bytes)
        },
        close: () => over(`A conexão com ${host}:${port} foi encerrada.`),
        error: (_, error) => over(`A conexão com ${host}:${port} falhou: ${error.message}`),
      },
    }).catch((error: unknown) => {
      throw new Error(`Nada responde em ${host}:${port}.`, { cause: error })
    })
    const line: Line = {
      write: (bytes) => void socket.write(bytes),
      close: () => {
        isOver = true
        socket.end()
      },
    }
    return line
  }
