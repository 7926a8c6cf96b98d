; The Windows setup: NSIS 3.08 or newer, on Windows or Linux. packaging/parcels.py starts it with
;   VERSION  as in pyproject.toml        PROGRAM  the frozen folder      ICONS  what icons.py drew
;   ROOT     the checkout                SETUP    the file to write      TARGET amd64-unicode where NSIS has it
; Installs for one person and needs no administrator. Silent: /S, another folder: /D=C:\folder (last, unquoted).
; Exit codes: 0 installed, 1 cancelled, 3 Windows is too old, 4 Evenfold is running.
Unicode true
!ifdef TARGET
  Target ${TARGET} ; the NSIS of nsis.org makes 32-bit setups only, which every 64-bit Windows runs
!endif
ManifestDPIAware true
ManifestSupportedOS all
RequestExecutionLevel user
SetCompressor /SOLID lzma
SetCompressorDictSize 64
SetFont "Segoe UI" 9
!include MUI2.nsh
!include x64.nsh
!include WinVer.nsh
!include FileFunc.nsh
!include LogicLib.nsh

!define TITLE "Evenfold"
!define AUTHORS "The Evenfold authors"
!define KIND "Evenfold.Study"
!define OLDEST_BUILD 17763 ; Windows 10 version 1809, which Qt asks for
!define OWN_KEY "Software\Evenfold"
!define CLASSES "Software\Classes"
!define START_KEY "Software\Microsoft\Windows\CurrentVersion\App Paths\evenfold.exe"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Evenfold"

Name "${TITLE}"
Caption "${TITLE} ${VERSION} Setup"
BrandingText "${TITLE} ${VERSION}"
OutFile "${SETUP}"
InstallDir "$LOCALAPPDATA\Programs\Evenfold"
InstallDirRegKey HKCU "${OWN_KEY}" "Folder"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "${TITLE}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileDescription "${TITLE} setup"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey CompanyName "${AUTHORS}"
VIAddVersionKey LegalCopyright "${AUTHORS}, BSD 3-Clause"

!define MUI_ICON "${ICONS}\evenfold.ico"
!define MUI_UNICON "${ICONS}\evenfold.ico"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${ICONS}\setup-side.bmp"
!define MUI_WELCOMEFINISHPAGE_BITMAP_STRETCH AspectFitHeight
!define MUI_UNWELCOMEFINISHPAGE_BITMAP "${ICONS}\setup-side.bmp"
!define MUI_UNWELCOMEFINISHPAGE_BITMAP_STRETCH AspectFitHeight
!define MUI_HEADERIMAGE
!define MUI_HEADERIMAGE_RIGHT
!define MUI_HEADERIMAGE_BITMAP "${ICONS}\setup-head.bmp"
!define MUI_HEADERIMAGE_BITMAP_STRETCH AspectFitHeight
!define MUI_HEADERIMAGE_UNBITMAP "${ICONS}\setup-head.bmp"
!define MUI_HEADERIMAGE_UNBITMAP_STRETCH AspectFitHeight
!define MUI_ABORTWARNING

!define MUI_WELCOMEPAGE_TITLE "Install ${TITLE} ${VERSION}"
!define MUI_WELCOMEPAGE_TEXT "Evenfold tells you which model to use on your data, how good it will be, and how sure we are.$\r$\n$\r$\nIt is installed for you alone and needs no administrator. It works offline: nothing is sent anywhere.$\r$\n$\r$\nAn older version is replaced. Your studies, reports and settings stay as they are."
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_LICENSE "${ROOT}\LICENSE"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_RUN "$INSTDIR\evenfold.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Start Evenfold"
!define MUI_FINISHPAGE_SHOWREADME
!define MUI_FINISHPAGE_SHOWREADME_TEXT "Put an icon on the desktop"
!define MUI_FINISHPAGE_SHOWREADME_NOTCHECKED
!define MUI_FINISHPAGE_SHOWREADME_FUNCTION PutIconOnDesktop
!insertmacro MUI_PAGE_FINISH
!define MUI_UNCONFIRMPAGE_TEXT_TOP "Evenfold is removed from this computer. Your studies, reports and settings are kept."
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "Evenfold needs a 64-bit Windows." /SD IDOK
    SetErrorLevel 3
    Quit
  ${EndIf}
  ${WinVerGetBuild} $0
  ${IfNot} ${AtLeastWin10}
  ${OrIf} $0 < ${OLDEST_BUILD}
    MessageBox MB_OK|MB_ICONSTOP "Evenfold needs Windows 10, version 1809, or newer." /SD IDOK
    SetErrorLevel 3
    Quit
  ${EndIf}
FunctionEnd

Function PutIconOnDesktop
  CreateShortcut "$DESKTOP\Evenfold.lnk" "$INSTDIR\evenfold.exe" "" "$INSTDIR\evenfold.ico"
FunctionEnd

; Both functions get a folder in $9. Windows lets nobody write to a program that is running.
!macro FUNCTIONS_FOR_A_FOLDER un
Function ${un}RequireClosed
  StrCpy $8 "evenfold.exe"
  ${un}next:
  ${If} ${FileExists} "$9\$8"
    ${un}again:
    ClearErrors
    FileOpen $7 "$9\$8" a
    ${If} ${Errors}
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Evenfold is running, or its folder cannot be written.$\r$\n$\r$\nClose Evenfold, then retry. ($9\$8)" /SD IDCANCEL IDRETRY ${un}again
      SetErrorLevel 4
      Quit
    ${EndIf}
    FileClose $7
  ${EndIf}
  ${If} $8 == "evenfold.exe"
    StrCpy $8 "evenfold-terminal.exe"
    Goto ${un}next
  ${EndIf}
FunctionEnd

; Only what a setup put there; a folder that holds no Evenfold is left alone, whatever it has.
Function ${un}RemoveProgram
  ${If} ${FileExists} "$9\evenfold.exe"
    RMDir /r "$9\_internal"
    Delete "$9\evenfold-terminal.exe"
    Delete "$9\evenfold-terminal.pkg"
    Delete "$9\evenfold.pkg"
    Delete "$9\evenfold.ico"
    Delete "$9\uninstall.exe"
    Delete "$9\evenfold.exe"
  ${EndIf}
FunctionEnd
!macroend
!insertmacro FUNCTIONS_FOR_A_FOLDER ""
!insertmacro FUNCTIONS_FOR_A_FOLDER "un."

Section "Evenfold"
  ; An older version, also where it lies in another folder.
  ReadRegStr $6 HKCU "${OWN_KEY}" "Folder"
  StrCpy $9 $INSTDIR
  Call RequireClosed
  ${If} $6 != ""
  ${AndIf} $6 != $INSTDIR
    StrCpy $9 $6
    Call RequireClosed
    Call RemoveProgram
    RMDir $6
  ${EndIf}
  StrCpy $9 $INSTDIR
  Call RemoveProgram

  SetOutPath "$INSTDIR"
  File /r /x evenfold-terminal.pkg "${PROGRAM}\*"
  File "${ICONS}\evenfold.ico"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  ; Both programs have the same bytecode: one file with two names, or a copy where the disk knows no such names.
  System::Call 'kernel32::CreateHardLink(t "$INSTDIR\evenfold-terminal.pkg", t "$INSTDIR\evenfold.pkg", p 0) i .r3'
  ${If} $3 = 0
    CopyFiles /SILENT "$INSTDIR\evenfold.pkg" "$INSTDIR\evenfold-terminal.pkg"
  ${EndIf}

  CreateShortcut "$SMPROGRAMS\Evenfold.lnk" "$INSTDIR\evenfold.exe" "" "$INSTDIR\evenfold.ico"
  WriteRegStr HKCU "${OWN_KEY}" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${START_KEY}" "" "$INSTDIR\evenfold.exe"
  WriteRegStr HKCU "${CLASSES}\.evenfold" "" "${KIND}"
  WriteRegStr HKCU "${CLASSES}\.evenfold\OpenWithProgids" "${KIND}" ""
  WriteRegStr HKCU "${CLASSES}\${KIND}" "" "Evenfold study"
  WriteRegStr HKCU "${CLASSES}\${KIND}\DefaultIcon" "" "$INSTDIR\evenfold.ico"
  WriteRegStr HKCU "${CLASSES}\${KIND}\shell\open\command" "" '"$INSTDIR\evenfold.exe" "%1"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${TITLE}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "${AUTHORS}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\evenfold.ico"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" $0
  ${RefreshShellIcons}
SectionEnd

Section "Uninstall"
  StrCpy $9 $INSTDIR
  Call un.RequireClosed
  Call un.RemoveProgram
  SetOutPath "$TEMP" ; Windows removes no folder that a process works in
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Evenfold.lnk"
  Delete "$DESKTOP\Evenfold.lnk"
  ReadRegStr $0 HKCU "${CLASSES}\.evenfold" ""
  ${If} $0 == "${KIND}" ; the person may have chosen another program meanwhile
    DeleteRegValue HKCU "${CLASSES}\.evenfold" ""
  ${EndIf}
  DeleteRegValue HKCU "${CLASSES}\.evenfold\OpenWithProgids" "${KIND}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.evenfold\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.evenfold"
  DeleteRegKey HKCU "${CLASSES}\${KIND}"
  DeleteRegKey HKCU "${START_KEY}"
  DeleteRegKey HKCU "${OWN_KEY}"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  ${un.RefreshShellIcons}
SectionEnd
