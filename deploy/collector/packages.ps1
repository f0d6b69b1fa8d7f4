# Sends the names and versions of what winget knows on this machine, and nothing else; see docs/inventories.md. TRACKER_URL and TRACKER_TOKEN are
# variables of the user. With -Register it is a task that runs when the user signs in, and each hour.
param([switch] $Register)
$ErrorActionPreference = 'Stop'

if ($Register) {
  $hourly = New-ScheduledTaskTrigger -Once -At (Get-Date) -RepetitionInterval (New-TimeSpan -Hours 1) -RandomDelay (New-TimeSpan -Minutes 10)
  $action = New-ScheduledTaskAction -Execute powershell.exe -Argument "-NoProfile -ExecutionPolicy Bypass -WindowStyle Hidden -File `"$PSCommandPath`""
  $settings = New-ScheduledTaskSettingsSet -StartWhenAvailable -AllowStartIfOnBatteries -MultipleInstances IgnoreNew
  Register-ScheduledTask -Force -TaskName collector-packages -Action $action -Settings $settings `
    -Trigger $hourly, (New-ScheduledTaskTrigger -AtLogOn -User $env:USERNAME)
  exit
}

$file = New-TemporaryFile
try {
  winget export -o $file --include-versions --accept-source-agreements --disable-interactivity | Out-Null
  $packages = @((Get-Content -Raw $file | ConvertFrom-Json).Sources.Packages | Select-Object PackageIdentifier, Version)
} finally { Remove-Item $file }
if ($packages.Count -eq 0) { throw 'winget lists nothing' }
$body = ConvertTo-Json -Depth 5 @{ Sources = @(@{ Packages = $packages }) }

$inventory = if ($env:INVENTORY) { $env:INVENTORY } else { "$($env:COMPUTERNAME.ToLower())-packages" }
for ($delay = 5; ; $delay = [Math]::Min($delay * 2, 600)) {
  try {
    Invoke-RestMethod -Method Put -Uri "$env:TRACKER_URL/api/v1/inventory/$inventory/content?format=winget" -ContentType 'text/plain; charset=utf-8' `
      -Headers @{ Authorization = "Bearer $env:TRACKER_TOKEN" } -Body $body | Out-Null
    exit
  } catch {
    # A refusal does not get better by sending it again.
    $status = [int] $_.Exception.Response.StatusCode
    if ($status -ge 400 -and $status -lt 500 -and $status -ne 429) { throw }
    Start-Sleep -Seconds ($delay + (Get-Random -Maximum ($delay / 2 + 1)))
  }
}
