; Inno Setup 6.3 script: installs the frozen folder for one person, without an administrator.
;
;     py packaging\build.py --out C:\evenfold-build
;     iscc /DVersion=VERSION /DBuilt=C:\evenfold-build packaging\windows\evenfold.iss
;
; The setup program is written to C:\evenfold-build\parcels. Version is the one in pyproject.toml.

#ifndef Version
  #error Say the version: iscc /DVersion=...
#endif
#ifndef Built
  #error Say where build.py worked: iscc /DBuilt=...
#endif

[Setup]
AppId={{6B0E6C0B-5B1B-4D0C-9E55-3C3A0D0C7E1F}
AppName=Evenfold
AppVersion={#Version}
AppPublisher=The Evenfold authors
VersionInfoVersion={#Version}
DefaultDirName={autopf}\Evenfold
DefaultGroupName=Evenfold
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
ChangesAssociations=yes
CloseApplications=yes
SetupIconFile={#Built}\icons\evenfold.ico
UninstallDisplayIcon={app}\evenfold.exe
LicenseFile=..\..\LICENSE
OutputDir={#Built}\parcels
OutputBaseFilename=evenfold-{#Version}-windows-setup
Compression=lzma2/normal
SolidCompression=yes
WizardStyle=modern

[Tasks]
Name: desktopicon; Description: "Put an icon on the desktop"; Flags: unchecked

[InstallDelete]
; An upgrade leaves no library of the older version behind. Settings, ledger and studies are elsewhere.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Built}\dist\evenfold\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs
Source: "{#Built}\icons\evenfold.ico"; DestDir: "{app}"; Flags: ignoreversion

[Icons]
Name: "{group}\Evenfold"; Filename: "{app}\evenfold.exe"
Name: "{userdesktop}\Evenfold"; Filename: "{app}\evenfold.exe"; Tasks: desktopicon

[Registry]
Root: HKCU; Subkey: "Software\Classes\.evenfold"; ValueType: string; ValueData: "Evenfold.Study"; Flags: uninsdeletevalue
Root: HKCU; Subkey: "Software\Classes\Evenfold.Study"; ValueType: string; ValueData: "Evenfold study"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\Evenfold.Study\DefaultIcon"; ValueType: string; ValueData: "{app}\evenfold.ico"
Root: HKCU; Subkey: "Software\Classes\Evenfold.Study\shell\open\command"; ValueType: string; ValueData: """{app}\evenfold.exe"" ""%1"""

[Run]
Filename: "{app}\evenfold.exe"; Description: "Start Evenfold"; Flags: nowait postinstall skipifsilent
