import { Updater } from './updater'

/** Brings a program up to date in a process of its own, which systemd started or a shell did: `bun SCRIPT SERVER PROGRAM FOLDER KEY BY`. */
export const SCRIPT = import.meta.filename

if (import.meta.main) {
  const [servidor = '', program = '', dados = '', key = '', by] = process.argv.slice(2)
  if (by === 'systemd') process.env['SYSTEMD_EXEC_PID'] = String(process.pid)
  new Updater({
    servidor,
    program,
    dados,
    args: [],
    key: () => key,
    tell: () => undefined,
    pause: () => Promise.resolve(),
    resume: () => undefined,
    version: '0.1',
  }).start(0)
}
