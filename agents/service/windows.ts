/** What the task is called in Windows' scheduler. */
const TASK = 'Prumo Agente'

interface TaskOptions {
  readonly program: string
  readonly args: readonly string[]
  /** At the PC's start, as the system; otherwise when the user signs in, as the user. */
  readonly atBoot: boolean
}

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** An argument as Windows programs read their command line: in quotes, with backslashes before a quote doubled. */
const argument = (text: string): string =>
  `"${text.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\+)$/, '$1$1')}"`

/** The task as `schtasks /Create /XML` takes it: started with the PC or its user, again a minute after each end, without a limit of time. */
export function taskXml({ program, args, atBoot }: TaskOptions): string {
  const trigger = atBoot
    ? '<BootTrigger><Enabled>true</Enabled></BootTrigger>'
    : '<LogonTrigger><Enabled>true</Enabled></LogonTrigger>'
  const principal = atBoot
    ? '<UserId>S-1-5-18</UserId><RunLevel>LeastPrivilege</RunLevel>'
    : '<LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel>'
  return `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Prumo: agente local de balanças e impressoras</Description></RegistrationInfo>
  <Triggers>${trigger}</Triggers>
  <Principals><Principal id="Author">${principal}</Principal></Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
    <Enabled>true</Enabled>
  </Settings>
  <Actions Context="Author">
    <Exec><Command>${xml(program)}</Command><Arguments>${xml(args.map(argument).join(' '))}</Arguments></Exec>
  </Actions>
</Task>
`
}

/** The calls of the scheduler. */
export const schtasks = {
  create: (file: string) => ['schtasks', '/Create', '/TN', TASK, '/XML', file, '/F'] as const,
  run: ['schtasks', '/Run', '/TN', TASK] as const,
  /** Deleting a task does not end what it started. */
  end: ['schtasks', '/End', '/TN', TASK] as const,
  remove: ['schtasks', '/Delete', '/TN', TASK, '/F'] as const,
  query: ['schtasks', '/Query', '/TN', TASK] as const,
}
